"""Signs of a wrong label: contradictions with the maps, and words and symbols that look similar."""

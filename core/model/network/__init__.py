"""The network: backbones, branches, word formation, losses, and the model file."""

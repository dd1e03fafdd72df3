"""The network: backbones, branches, word formation, losses, the model file."""

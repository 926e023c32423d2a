"""The compiled part of the bots: the tree search and the playouts behind luck and skill."""

"""The adapter protocol (Documentation/adapter-protocol.md) around the port."""

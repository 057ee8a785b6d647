"""Notices outside of the page: wishes, channels, and the messages that go there."""

"""The words of every refusal, in one module for each topic."""

"""Spreads one load run of assay over many machines, on Locust's workers."""

"""Histograms as assay writes them."""

from hdrh.histogram import HdrHistogram


def payload(values: list[int]) -> str:
    """The values in nanoseconds."""
    histogram = HdrHistogram(1, 3_600_000_000_000, 3)
    for value in values:
        histogram.record_value(value)
    return str(histogram.encode().decode())

"""The compiled part of the benchmarks."""

"""Everything that needs no data file: recall's CPU time, cold starts, layer sizes."""

from bench import cold_start, layers, recall

recall.main()
print()
cold_start.main()
print()
layers.main()

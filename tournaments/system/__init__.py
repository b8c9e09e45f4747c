"""The machine and the process: data folder, disk, clock, network, logs, metrics. No Django models."""

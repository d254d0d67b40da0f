package io.fateflow.worker.component.boosting.hetero;

/** How a host's column may part a node: known to the host only, the guest knows its number in an order that tells nothing. */
record HostCandidate(int feature, int bin, int missingDirection) {}

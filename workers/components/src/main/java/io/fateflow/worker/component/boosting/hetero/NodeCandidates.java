package io.fateflow.worker.component.boosting.hetero;

import java.util.List;

import io.fateflow.worker.crypto.paillier.PaillierNumber;

/**
 * A host's candidates of one node.
 *
 * @param candidates in the order in which the guest gets them
 * @param rows how many go to the left by each, then those of the node; none at all if there is no candidate
 * @param numbers the packed sums of each, then of the node
 */
// nobody compares candidates
@SuppressWarnings("ArrayRecordComponent")
record NodeCandidates(List<HostCandidate> candidates, int[] rows, PaillierNumber[] numbers) {

    static final NodeCandidates NONE = new NodeCandidates(List.of(), new int[0], new PaillierNumber[0]);

    NodeCandidates {
        candidates = List.copyOf(candidates);
    }
}

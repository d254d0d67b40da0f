package io.fateflow.worker.component.intersection;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Party;

/**
 * What the guest learned of one host.
 *
 * @param hostRecords the host's ids, as the host encrypted them, in the order in which it sent them
 * @param byId the host's record of each id of the guest, or {@link RecordSet#NONE}
 */
@SuppressWarnings("ArrayRecordComponent")
record Matches(Party host, RecordSet hostRecords, int[] byId) {

    int count() {
        return common().cardinality();
    }

    /** The guest's ids that the host has too. */
    BitSet common() {
        BitSet common = new BitSet(byId.length);
        IntStream.range(0, byId.length).filter(id -> byId[id] != RecordSet.NONE).forEach(common::set);
        return common;
    }

    /** The guest's ids that all hosts have. */
    static BitSet common(List<Matches> ofAllHosts) {
        BitSet common = ofAllHosts.get(0).common();
        ofAllHosts.forEach(matches -> common.and(matches.common()));
        return common;
    }

    /** Some of the guest's ids in the host's order: the guest's own would show how its table is ordered. */
    int[] inHostsOrder(BitSet ids) {
        return ids.stream()
                .boxed()
                .sorted(Comparator.comparingInt(id -> byId[id]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}

package io.fateflow.worker.component.intersection;

import java.security.SecureRandom;
import java.util.stream.IntStream;

import io.fateflow.worker.crypto.psi.RecordSet;

/**
 * What a host sent of its ids.
 *
 * @param records as the guest names them
 * @param ids which id each of the records is
 */
@SuppressWarnings("ArrayRecordComponent")
record SentIds(RecordSet records, int[] ids) {

    /** An order that tells nothing of the table's (Fisher and Yates). */
    static int[] shuffled(int count, SecureRandom random) {
        int[] order = IntStream.range(0, count).toArray();
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[other];
            order[other] = swapped;
        }
        return order;
    }
}

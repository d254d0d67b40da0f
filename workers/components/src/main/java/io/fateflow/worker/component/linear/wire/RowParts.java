package io.fateflow.worker.component.linear.wire;

import java.io.IOException;

import io.fateflow.worker.component.linear.data.LinearData;
import io.fateflow.worker.exchange.Party;

/**
 * Numbers of rows that a host tells a guest. The guest names the rows, and the host answers in their order: it tells neither
 * the id nor the number of a row that the guest does not have.
 */
public final class RowParts {

    private static final String NAMED = "predicted_ids";

    private RowParts() {}

    /** The guest's: names its rows. */
    public static void ask(LinearVariables transfer, Party host, LinearData data)
            throws IOException, InterruptedException {
        transfer.send(NAMED, host, RowLookup.payload(data, data.all()));
    }

    /**
     * The host's: its rows of those that are asked for, in the order of the question.
     *
     * @throws IOException if some are not here
     */
    public static int[] asked(LinearVariables transfer, Party self, Party guest, LinearData data)
            throws IOException, InterruptedException {
        return RowLookup.of(data, self).rowsOf(transfer, NAMED, guest);
    }

    /**
     * The guest's: what a host has answered.
     *
     * @throws IOException if it is not one number for each row
     */
    public static double[] answered(double[] numbers, Party host, LinearData data) throws IOException {
        if (numbers.length != data.size()) {
            throw new IOException(host + " sent " + numbers.length + " numbers for " + data.size() + " rows");
        }
        return numbers;
    }
}

package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** Sums over all parties of a homo model, at one that has rows: what it sends is masked, so that only the sum can be seen. */
public final class SummingClient {

    private final SumClient sums;
    private final long rows;
    private int sent;

    private SummingClient(SumClient sums, long rows) {
        this.sums = sums;
        this.rows = rows;
    }

    /**
     * Agrees on masks with all others.
     *
     * @param ownRows how many rows this party has
     * @param header the columns, which must be the same everywhere
     */
    public static SummingClient begin(LinearVariables transfer, Party server, int ownRows, List<String> header)
            throws IOException, InterruptedException {
        SumClient sums = SumClient.over(transfer, server);
        transfer.sendJson(
                HomoVariables.TO_SERVER,
                server,
                JsonNodeFactory.instance.objectNode().put("weight", ownRows).put("columns", Aggregation.digest(header)),
                HomoVariables.WEIGHT);
        long all = transfer.receiveJson(HomoVariables.TO_CLIENT, server, HomoVariables.WEIGHT)
                .asLong();
        return new SummingClient(sums, all);
    }

    /** How many rows all parties have. */
    public long rows() {
        return rows;
    }

    /**
     * Adds this party's numbers to a sum that the server sees.
     *
     * @throws ArithmeticException if one is 10^8 or more
     */
    public void add(double... numbers) throws IOException, InterruptedException {
        sums.give(HomoVariables.LOCAL_MODEL + sent, numbers);
        sent++;
    }

    /** As {@link #add}, and gets the sum. */
    public double[] sum(double... numbers) throws IOException, InterruptedException {
        double[] sum = sums.sum(HomoVariables.LOCAL_MODEL + sent, HomoVariables.MODEL + sent, numbers);
        sent++;
        return sum;
    }
}

package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import io.fateflow.worker.component.linear.wire.Transfer;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** Sums over all parties of a homo model, at one that has rows: what it sends is masked, so that only the sum can be seen. */
public final class SummingClient {

    private final Transfer transfer;
    private final Party server;
    private final SecretSum secret;
    private final long rows;
    private int sent;

    private SummingClient(Transfer transfer, Party server, SecretSum secret, long rows) {
        this.transfer = transfer;
        this.server = server;
        this.secret = secret;
        this.rows = rows;
    }

    /**
     * Agrees on masks with all others.
     *
     * @param ownRows how many rows this party has
     * @param header the columns, which must be the same everywhere
     */
    public static SummingClient begin(Transfer transfer, Party server, int ownRows, List<String> header)
            throws IOException, InterruptedException {
        SecretSum secret = Aggregation.agreeOnMasks(transfer, server);
        transfer.sendJson(
                HomoVariables.TO_SERVER,
                server,
                JsonNodeFactory.instance.objectNode().put("weight", ownRows).put("columns", Aggregation.digest(header)),
                HomoVariables.WEIGHT);
        long all = transfer.receiveJson(HomoVariables.TO_CLIENT, server, HomoVariables.WEIGHT)
                .asLong();
        return new SummingClient(transfer, server, secret, all);
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
        long[] masked = secret.masked(numbers);
        transfer.send(HomoVariables.TO_SERVER, server, Wire.integers(masked), HomoVariables.LOCAL_MODEL + sent);
        sent++;
    }

    /** As {@link #add}, and gets the sum. */
    public double[] sum(double... numbers) throws IOException, InterruptedException {
        add(numbers);
        double[] sum =
                transfer.receive(HomoVariables.TO_CLIENT, server, Wire::readNumbers, HomoVariables.MODEL + (sent - 1));
        if (sum.length != numbers.length) {
            throw new IOException(server + " sent a sum of " + sum.length + " numbers, expected " + numbers.length);
        }
        return sum;
    }
}

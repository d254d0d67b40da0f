package io.fateflow.worker.component.homo;

import java.io.IOException;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** A client's side of sums over all clients, of which the arbiter sees masked parts only and everybody the sum. */
public final class SumClient {

    private final LinearVariables transfer;
    private final Party server;
    private final SecretSum secret;

    private SumClient(LinearVariables transfer, Party server, SecretSum secret) {
        this.transfer = transfer;
        this.server = server;
        this.secret = secret;
    }

    /**
     * Agrees on masks with all other clients.
     *
     * @param namespace of what is sent
     */
    public static SumClient join(Exchange exchange, String namespace, Party server)
            throws IOException, InterruptedException {
        return over(new LinearVariables(exchange, HomoVariables.BLOCKS, namespace), server);
    }

    /** As {@link #join}, over what carries other things, too. */
    static SumClient over(LinearVariables transfer, Party server) throws IOException, InterruptedException {
        return new SumClient(transfer, server, Aggregation.agreeOnMasks(transfer, server));
    }

    /** Gives its part of sums that only the arbiter gets to know. */
    public void give(String name, double... numbers) throws IOException, InterruptedException {
        transfer.send(HomoVariables.TO_SERVER, server, Wire.integers(secret.masked(numbers)), name);
    }

    /**
     * The sum of all clients' numbers, place by place; all clients ask for the same sums in the same order.
     *
     * @param numbers up to 1e8
     */
    public double[] sum(String name, double... numbers) throws IOException, InterruptedException {
        return sum(name, name, numbers);
    }

    /** As {@link #sum(String, double...)}, with an answer that has a name of its own. */
    double[] sum(String name, String answer, double... numbers) throws IOException, InterruptedException {
        give(name, numbers);
        double[] sums = transfer.receive(HomoVariables.TO_CLIENT, server, Wire::readNumbers, answer);
        if (sums.length != numbers.length) {
            throw new IOException(server + " sent " + sums.length + " sums, expected " + numbers.length);
        }
        return sums;
    }
}

package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** The arbiter's side of sums over all clients: it sees masked parts, and the sum. */
public final class SumServer {

    private final LinearVariables transfer;
    private final List<Party> clients;

    private SumServer(LinearVariables transfer, List<Party> clients) {
        this.transfer = transfer;
        this.clients = List.copyOf(clients);
    }

    /** Lets the clients agree on masks. */
    public static SumServer serve(Exchange exchange, String namespace, List<Party> clients)
            throws IOException, InterruptedException {
        return over(new LinearVariables(exchange, HomoVariables.BLOCKS, namespace), clients);
    }

    /** As {@link #serve}, over what carries other things, too. */
    static SumServer over(LinearVariables transfer, List<Party> clients) throws IOException, InterruptedException {
        HomoServer.exchangeKeys(transfer, clients);
        return new SumServer(transfer, clients);
    }

    /**
     * Adds up, and tells all clients.
     *
     * @throws IOException if a client has another number of numbers
     */
    public double[] sum(String name) throws IOException, InterruptedException {
        return sum(name, name);
    }

    /** As {@link #sum(String)}, with an answer that has a name of its own. */
    double[] sum(String name, String answer) throws IOException, InterruptedException {
        double[] sums = collect(name);
        for (Party client : clients) {
            transfer.send(HomoVariables.TO_CLIENT, client, Wire.numbers(sums), answer);
        }
        return sums;
    }

    /** Adds up what the clients give, and tells nobody. */
    public double[] collect(String name) throws IOException, InterruptedException {
        List<long[]> masked = new ArrayList<>();
        for (Party client : clients) {
            long[] own = transfer.receive(HomoVariables.TO_SERVER, client, Wire::readIntegers, name);
            if (!masked.isEmpty() && own.length != masked.get(0).length) {
                throw new IOException(client + " has " + own.length + " numbers to sum up, " + clients.get(0) + " has "
                        + masked.get(0).length + ": have all parties the same columns and parameters?");
            }
            masked.add(own);
        }
        return SecretSum.sum(masked);
    }
}

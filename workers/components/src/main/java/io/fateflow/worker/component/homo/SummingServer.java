package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.component.linear.wire.Transfer;
import io.fateflow.worker.component.linear.wire.Wire;
import io.fateflow.worker.exchange.Party;

/** Sums over all parties of a homo model, at the arbiter, which sees sums and nothing of any party. */
public final class SummingServer {

    private final Transfer transfer;
    private final List<Party> clients;
    private int received;

    private SummingServer(Transfer transfer, List<Party> clients) {
        this.transfer = transfer;
        this.clients = List.copyOf(clients);
    }

    /** Lets all parties agree on masks. */
    public static SummingServer begin(Transfer transfer, List<Party> clients) throws IOException, InterruptedException {
        HomoServer.exchangeKeys(transfer, clients);
        HomoServer.exchangeShares(transfer, clients);
        return new SummingServer(transfer, clients);
    }

    /** The next sum. */
    public double[] receive() throws IOException, InterruptedException {
        List<long[]> masked = new ArrayList<>();
        for (Party client : clients) {
            long[] own = transfer.receive(
                    HomoVariables.TO_SERVER, client, Wire::readIntegers, HomoVariables.LOCAL_MODEL + received);
            if (!masked.isEmpty() && own.length != masked.get(0).length) {
                throw new IOException(client + " has " + own.length + " numbers to add up, " + clients.get(0) + " has "
                        + masked.get(0).length + ": are their parameters the same?");
            }
            masked.add(own);
        }
        received++;
        return SecretSum.sum(masked);
    }

    /** The next sum, which all parties get, too. */
    public double[] pass() throws IOException, InterruptedException {
        double[] sum = receive();
        for (Party client : clients) {
            transfer.send(HomoVariables.TO_CLIENT, client, Wire.numbers(sum), HomoVariables.MODEL + (received - 1));
        }
        return sum;
    }
}

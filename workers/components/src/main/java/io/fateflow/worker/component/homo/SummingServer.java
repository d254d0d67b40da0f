package io.fateflow.worker.component.homo;

import java.io.IOException;
import java.util.List;

import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** Sums over all parties of a homo model, at the arbiter, which sees sums and nothing of any party. */
public final class SummingServer {

    private final SumServer sums;
    private int received;

    private SummingServer(SumServer sums) {
        this.sums = sums;
    }

    /** Lets all parties agree on masks. */
    public static SummingServer begin(LinearVariables transfer, List<Party> clients)
            throws IOException, InterruptedException {
        SumServer sums = SumServer.over(transfer, clients);
        HomoServer.exchangeShares(transfer, clients);
        return new SummingServer(sums);
    }

    /** The next sum. */
    public double[] receive() throws IOException, InterruptedException {
        double[] sum = sums.collect(HomoVariables.LOCAL_MODEL + received);
        received++;
        return sum;
    }

    /** The next sum, which all parties get, too. */
    public double[] pass() throws IOException, InterruptedException {
        double[] sum = sums.sum(HomoVariables.LOCAL_MODEL + received, HomoVariables.MODEL + received);
        received++;
        return sum;
    }
}

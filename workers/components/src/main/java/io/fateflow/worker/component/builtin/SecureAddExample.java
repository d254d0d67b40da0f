package io.fateflow.worker.component.builtin;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Locale;

import com.fasterxml.jackson.databind.node.DoubleNode;
import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/**
 * FATE's toy example: guest and host each hold a table of ones, and add up both without showing theirs. Each splits
 * every value into two random shares and gives one away.
 */
@AutoService(Component.class)
public final class SecureAddExample implements Component {

    private static final Logger log = LoggerFactory.getLogger(SecureAddExample.class);
    private static final String VARIABLES =
            "federatedml.transfer_variable.transfer_class.secure_add_example_transfer_variable"
                    + ".SecureAddExampleTransferVariable.";
    private static final String GUEST_SHARE = VARIABLES + "guest_share";
    private static final String HOST_SHARE = VARIABLES + "host_share";
    private static final String HOST_SUM = VARIABLES + "host_sum";
    private static final String TAG = Exchange.DEFAULT_TAG;
    private static final double TOLERANCE = 1e-6;

    @Override
    public String module() {
        return "SecureAddExample";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        dataNum(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, InterruptedException {
        int count = dataNum(context.parameters());
        SharePair own = SharePair.ofOnes(count, new SecureRandom());
        switch (context.task().self().role()) {
            case "guest" -> guest(context, own, count);
            case "host" -> host(context, own);
            default ->
                throw new IOException("SecureAddExample runs at guest and host, not at "
                        + context.task().self());
        }
    }

    private static int dataNum(Parameters parameters) {
        parameters.integer("seed", 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        parameters.integer("partition", 1, 1, Integer.MAX_VALUE);
        int count = parameters.integer("data_num", 1000, 1, Integer.MAX_VALUE);
        parameters.refuseOthers();
        return count;
    }

    private static void guest(ComponentContext context, SharePair own, int count)
            throws IOException, InterruptedException {
        Exchange exchange = context.exchange();
        Party host = peer(context, "host");
        exchange.send(GUEST_SHARE, TAG, host, own.second());
        ShareTable hostShare = exchange.receive(HOST_SHARE, TAG, host, ShareTable::read);
        double guestSum = own.first().sumWith(hostShare);
        double hostSum = exchange.receiveJson(HOST_SUM, TAG, host).asDouble();
        double total = guestSum + hostSum;
        print("host sum is", hostSum);
        print("guest sum is", guestSum);
        print("Secure Add Result is", total);
        double expected = 2.0 * count;
        if (!(Math.abs(total - expected) < TOLERANCE)) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "the sum of guest and host is %.4f, not %.4f: do both have the same data_num?",
                    total,
                    expected));
        }
    }

    private static void host(ComponentContext context, SharePair own) throws IOException, InterruptedException {
        Exchange exchange = context.exchange();
        Party guest = peer(context, "guest");
        ShareTable guestShare = exchange.receive(GUEST_SHARE, TAG, guest, ShareTable::read);
        exchange.send(HOST_SHARE, TAG, guest, own.first());
        exchange.sendJson(HOST_SUM, TAG, guest, DoubleNode.valueOf(own.second().sumWith(guestShare)));
    }

    private static Party peer(ComponentContext context, String role) throws IOException {
        return context.parties().of(role).stream()
                .findFirst()
                .orElseThrow(() -> new IOException("SecureAddExample needs a " + role + ", the job has none"));
    }

    private static void print(String what, double value) {
        // FATE's clients show the lines with this name
        log.info("secure_add_guest: {} {}", what, String.format(Locale.ROOT, "%.4f", value));
    }
}

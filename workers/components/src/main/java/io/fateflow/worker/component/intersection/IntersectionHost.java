package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.BooleanNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** A host: lets the guest find out, and takes what the guest tells. */
final class IntersectionHost {

    private final ComponentContext context;
    private final IntersectionParameters parameters;
    private final HashedIds ids;
    private final Exchange exchange;
    private final Party guest;

    IntersectionHost(ComponentContext context, IntersectionParameters parameters, HashedIds ids) throws IOException {
        this.context = context;
        this.parameters = parameters;
        this.ids = ids;
        this.exchange = context.exchange();
        this.guest = context.parties().of("guest").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("Intersection needs a guest, the job has none"));
    }

    void run() throws IOException, InterruptedException {
        exchange.sendJson(Variables.USE_MATCH_ID, Variables.TAG, guest, BooleanNode.valueOf(ids.usesMatchIds()));
        SentIds sent = session().run();
        IntersectionReport report = new IntersectionReport(context, parameters, ids);
        if (parameters.cardinalityOnly()) {
            learnCardinality(report);
        } else if (parameters.syncIds()) {
            int[] inGuestsOrder = learnIds(sent);
            BitSet common = new BitSet();
            Arrays.stream(inGuestsOrder).forEach(common::set);
            report.write(common);
            IntersectionOutput output = new IntersectionOutput(context, parameters, ids);
            context.output(
                    0,
                    ids.usesMatchIds()
                            ? output.rowsUnder(new IdMap(context, ids).receive(guest, inGuestsOrder))
                            : output.rowsOf(common));
        } else {
            report.writeUnknown();
        }
    }

    private HostSession session() throws IOException, InterruptedException {
        if (parameters.method().equals("rsa")) {
            return new RsaHost(exchange, guest, ids, parameters);
        }
        // with several hosts, the guest has to know which ids: else it could not tell which are common to all
        boolean hideWhich =
                parameters.cardinalityOnly() && context.parties().of("host").size() == 1;
        return new CommutativeHost(Commutative.forHost(parameters, exchange, guest), guest, ids, hideWhich);
    }

    private void learnCardinality(IntersectionReport report) throws IOException, InterruptedException {
        if (parameters.syncCardinality()) {
            String variable = Variables.of(parameters.method()).name("cardinality");
            report.write(exchange.receiveJson(variable, Variables.TAG, guest).asInt());
        } else {
            report.writeUnknown();
        }
    }

    private int[] learnIds(SentIds sent) throws IOException, InterruptedException {
        IntStream.Builder learned = IntStream.builder();
        RecordChannel channel = Variables.of(parameters.method()).channel(exchange, "intersect_ids");
        RecordSet seen = new RecordSet(sent.records().width());
        channel.receive(guest, sent.records().width(), chunk -> {
            Numbers.addAll(seen, chunk, guest, channel);
            for (byte[] record : chunk.records()) {
                int number = sent.records().find(record);
                if (number == RecordSet.NONE) {
                    throw channel.malformed(guest, "has a record that this host never sent");
                }
                learned.add(sent.ids()[number]);
            }
        });
        return learned.build().toArray();
    }
}

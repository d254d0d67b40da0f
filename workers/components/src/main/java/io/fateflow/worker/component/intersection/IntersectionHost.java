package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.crypto.psi.RecordSet;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** A host: lets the guest find out, and takes what the guest tells. */
final class IntersectionHost {

    private final ComponentContext context;
    private final IntersectionParameters parameters;
    private final HashedIds ids;
    private final Optional<IntersectionCache> cache;
    private final Exchange exchange;
    private final Party guest;

    IntersectionHost(
            ComponentContext context,
            IntersectionParameters parameters,
            HashedIds ids,
            Optional<IntersectionCache> cache)
            throws IOException {
        this.context = context;
        this.parameters = parameters;
        this.ids = ids;
        this.cache = cache;
        this.exchange = context.exchange();
        this.guest = context.parties().of("guest").stream()
                .findFirst()
                .orElseThrow(() -> new IOException("Intersection needs a guest, the job has none"));
    }

    void run() throws IOException, InterruptedException {
        exchange.sendJson(Variables.USE_MATCH_ID, Variables.TAG, guest, BooleanNode.valueOf(ids.usesMatchIds()));
        if (ids.usesMatchIds()) {
            exchange.sendJson(Variables.JOIN, Variables.TAG, guest, TextNode.valueOf(parameters.join()));
        }
        if (parameters.runCache()) {
            keep();
            return;
        }
        SentIds sent = cache.isPresent() ? answerCached(cache.get().of(guest)) : sendAndAnswer();
        IntersectionReport report = new IntersectionReport(context, parameters, ids);
        if (parameters.cardinalityOnly()) {
            learnCardinality(report);
        } else if (parameters.syncIds()) {
            int[] inGuestsOrder = learnIds(sent);
            BitSet common = new BitSet();
            Arrays.stream(inGuestsOrder).forEach(common::set);
            if (ids.usesMatchIds()) {
                new MatchedRows(context, parameters, ids).write(Map.of(guest, inGuestsOrder), common);
            } else {
                report.write(common);
                context.output(0, new IntersectionOutput(context, parameters, ids).rowsOf(common));
            }
        } else {
            report.writeUnknown();
        }
    }

    private SentIds sendAndAnswer() throws IOException, InterruptedException {
        HostSession session = session(JsonNodeFactory.instance.objectNode());
        SentIds sent = session.send();
        session.answer();
        return sent;
    }

    /** The guest has this host's ids already. */
    private SentIds answerCached(CachePart part) throws IOException, InterruptedException {
        CacheAgreement.require(exchange, guest, part.cacheId());
        session(part.key()).answer();
        int[] own = new int[part.records().size()];
        Arrays.setAll(own, i -> ids.digests().find(part.others().get(i)));
        return new SentIds(part.records(), own);
    }

    /** Answers nothing, but keeps what a later intersection goes on from. */
    private void keep() throws IOException, InterruptedException {
        HostSession session = session(JsonNodeFactory.instance.objectNode());
        String id = UUID.randomUUID().toString();
        exchange.sendJson(Variables.CACHE_ID_FROM_HOST, Variables.TAG, guest, TextNode.valueOf(id));
        SentIds sent = session.send();
        RecordSet digests = new RecordSet(ids.digests().width());
        Arrays.stream(sent.ids()).forEach(own -> digests.add(ids.digests().get(own)));
        new IntersectionCache(
                        parameters.toMeta(),
                        Map.of(guest.toString(), new CachePart(id, session.key(), sent.records(), digests)))
                .write(context);
        new IntersectionReport(context, parameters, ids).writeCacheMeta();
    }

    private HostSession session(ObjectNode key) throws IOException, InterruptedException {
        if (parameters.method().equals("rsa")) {
            return new RsaHost(exchange, guest, ids, parameters, key);
        }
        // with several hosts, the guest has to know which ids: else it could not tell which are common to all
        boolean hideWhich =
                parameters.cardinalityOnly() && context.parties().of("host").size() == 1;
        return new CommutativeHost(Commutative.forHost(parameters, exchange, guest, key), guest, ids, hideWhich);
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
                if (sent.ids()[number] != RecordSet.NONE) {
                    learned.add(sent.ids()[number]);
                } else if (ids.usesMatchIds()) {
                    throw new IOException(context.task().self() + ": the data has not all match ids any more that the"
                            + " cache was made of; make one anew with run_cache");
                }
            }
        });
        return learned.build().toArray();
    }
}

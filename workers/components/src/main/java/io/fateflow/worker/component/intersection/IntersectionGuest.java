package io.fateflow.worker.component.intersection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** The guest: finds what is common with each host, then with all, and tells the hosts if it may. */
final class IntersectionGuest {

    private final ComponentContext context;
    private final IntersectionParameters parameters;
    private final HashedIds ids;
    private final Optional<IntersectionCache> cache;
    private final Exchange exchange;
    private final List<Party> hosts;

    IntersectionGuest(
            ComponentContext context,
            IntersectionParameters parameters,
            HashedIds ids,
            Optional<IntersectionCache> cache) {
        this.context = context;
        this.parameters = parameters;
        this.ids = ids;
        this.cache = cache;
        this.exchange = context.exchange();
        this.hosts = context.parties().of("host");
    }

    void run() throws IOException, InterruptedException {
        if (hosts.isEmpty()) {
            throw new IOException("Intersection needs a host, the job has none");
        }
        checkMatchIds();
        if (parameters.runCache()) {
            keep();
            return;
        }
        List<Matches> matches = cache.isPresent() ? matchCached(cache.get()) : match();
        BitSet common = Matches.common(matches);
        IntersectionReport report = new IntersectionReport(context, parameters, ids);
        if (parameters.cardinalityOnly()) {
            tellCardinality(common.cardinality());
            report.write(common);
            return;
        }
        if (common.isEmpty()) {
            throw nothingInCommon(matches);
        }
        Map<Party, int[]> inCommonOrder = new LinkedHashMap<>();
        if (parameters.syncIds()) {
            for (Matches each : matches) {
                inCommonOrder.put(each.host(), tellIds(each, common));
            }
        }
        if (ids.usesMatchIds()) {
            new MatchedRows(context, parameters, ids).write(inCommonOrder, common);
        } else {
            report.write(common);
            context.output(0, new IntersectionOutput(context, parameters, ids).rowsOf(common));
        }
    }

    private void checkMatchIds() throws IOException, InterruptedException {
        boolean same = true;
        List<String> said = new ArrayList<>();
        said.add(context.task().self() + ": " + ids.usesMatchIds());
        for (Party host : hosts) {
            boolean theirs = exchange.receiveJson(Variables.USE_MATCH_ID, Variables.TAG, host)
                    .asBoolean();
            said.add(host + ": " + theirs);
            same &= theirs == ids.usesMatchIds();
        }
        if (!same) {
            throw new IOException("parties differ in whether their data has match ids (" + String.join(", ", said)
                    + "): set with_match_id of DataTransform alike at all of them");
        }
        if (ids.usesMatchIds()) {
            checkJoin();
        }
    }

    private void checkJoin() throws IOException, InterruptedException {
        for (Party host : hosts) {
            String theirs =
                    exchange.receiveJson(Variables.JOIN, Variables.TAG, host).asText();
            if (!theirs.equals(parameters.join())) {
                throw new IOException("parties differ in how they join rows ("
                        + context.task().self() + ": "
                        + parameters.join() + ", " + host + ": " + theirs
                        + "): give all of them the same join_method and sample_id_generator");
            }
        }
    }

    private List<Matches> match() throws IOException, InterruptedException {
        List<GuestSession> sessions = new ArrayList<>();
        for (Party host : hosts) {
            GuestSession session = session(host, JsonNodeFactory.instance.objectNode());
            session.meet();
            session.ask();
            sessions.add(session);
        }
        List<Matches> matches = new ArrayList<>();
        for (GuestSession session : sessions) {
            matches.add(session.match(session.hostIds()));
        }
        return matches;
    }

    private List<Matches> matchCached(IntersectionCache known) throws IOException, InterruptedException {
        Map<Party, CachePart> parts = new LinkedHashMap<>();
        for (Party host : hosts) {
            parts.put(host, known.of(host));
        }
        List<GuestSession> sessions = new ArrayList<>();
        for (Map.Entry<Party, CachePart> part : parts.entrySet()) {
            CacheAgreement.require(exchange, part.getKey(), part.getValue().cacheId());
            GuestSession session = session(part.getKey(), part.getValue().key());
            session.ask();
            sessions.add(session);
        }
        List<Matches> matches = new ArrayList<>();
        for (CachePart part : parts.values()) {
            matches.add(sessions.get(matches.size()).match(new HostIds(part.records(), part.others())));
        }
        return matches;
    }

    /** Matches nothing, but keeps what a later intersection goes on from. */
    private void keep() throws IOException, InterruptedException {
        Map<String, CachePart> parts = new LinkedHashMap<>();
        for (Party host : hosts) {
            GuestSession session = session(host, JsonNodeFactory.instance.objectNode());
            session.meet();
            String id = exchange.receiveJson(Variables.CACHE_ID_FROM_HOST, Variables.TAG, host)
                    .asText();
            HostIds hostIds = session.hostIds();
            parts.put(host.toString(), new CachePart(id, session.key(), hostIds.records(), hostIds.answers()));
        }
        new IntersectionCache(parameters.toMeta(), parts).write(context);
        new IntersectionReport(context, parameters, ids).writeCacheMeta();
    }

    private GuestSession session(Party host, ObjectNode key) throws IOException, InterruptedException {
        return parameters.method().equals("rsa")
                ? new RsaGuest(exchange, host, ids, parameters, key)
                : new CommutativeGuest(Commutative.forGuest(parameters, exchange, host, key), host, ids);
    }

    private void tellCardinality(int cardinality) throws IOException, InterruptedException {
        if (parameters.syncCardinality()) {
            String variable = Variables.of(parameters.method()).name("cardinality");
            for (Party host : hosts) {
                exchange.sendJson(variable, Variables.TAG, host, IntNode.valueOf(cardinality));
            }
        }
    }

    /** Returns the common ids in the order in which the host was told. */
    private int[] tellIds(Matches matches, BitSet common) throws IOException, InterruptedException {
        RecordChannel channel = Variables.of(parameters.method()).channel(exchange, "intersect_ids");
        int[] told = matches.inHostsOrder(common);
        channel.send(matches.host(), matches.hostRecords().width(), told.length, place -> matches.hostRecords()
                .get(matches.byId()[told[place]]));
        return told;
    }

    private IOException nothingInCommon(List<Matches> matches) {
        String pairs = matches.stream()
                .map(each -> each.count() + " common with " + each.host() + " ("
                        + each.hostRecords().size() + " ids)")
                .collect(Collectors.joining(", "));
        return new IOException("the intersection is empty: " + context.task().self() + " has " + ids.count() + " ids, "
                + pairs + "; check that all parties' ids are of the same kind and form");
    }
}

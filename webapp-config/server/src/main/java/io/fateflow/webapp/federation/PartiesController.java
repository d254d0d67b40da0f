package io.fateflow.webapp.federation;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.Party;
import io.fateflow.federation.directory.Contact;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.webapp.api.Envelope;

/** What an operator sees of other sites. Whoever asks has them called; nothing is measured in between. */
@Controller
@ConditionalOnProperty("fate.federation.enabled")
class PartiesController {

    private static final Tries PROBE = Tries.once().within(Duration.ofSeconds(5));

    private final PartyDirectory directory;
    private final PartyTransport transport;
    private final FederationProperties federation;
    private final RouteReload reload;

    PartiesController(
            PartyDirectory directory, PartyTransport transport, FederationProperties federation, RouteReload reload) {
        this.directory = directory;
        this.transport = transport;
        this.federation = federation;
        this.reload = reload;
    }

    /** Each party that has a route or was called: reachable, since when, version, round trip, clock difference. */
    @GetMapping("/v1/federation/parties")
    Envelope parties() {
        TreeSet<Long> parties = new TreeSet<>(directory.routes().byParty().keySet());
        parties.addAll(directory.contacts().keySet());
        // each may take its time to say nothing: all at once
        parties.parallelStream().forEach(this::probe);
        List<Map<String, Object>> shown = parties.stream().map(this::shown).toList();
        return Envelope.of(shown);
    }

    private void probe(long party) {
        Party self = new Party("", federation.partyId());
        CallOutcome outcome = transport.call(self, party, new SiteCall.CommonInfo(), PROBE);
        if (outcome instanceof CallOutcome.Done done && done.answer().data() != null) {
            directory.version(party, done.answer().data().path("version").asText());
        }
    }

    private Map<String, Object> shown(long party) {
        Map<String, Object> line = new LinkedHashMap<>();
        Optional<Contact> contact = directory.contact(party);
        line.put("party_id", Long.toString(party));
        line.put("route", directory.routes().to(party).map(PartyRoute::toString).orElse(null));
        line.put("reachable", contact.map(Contact::reachable).orElse(false));
        line.put("since", contact.map(Contact::since).map(Instant::toEpochMilli).orElse(null));
        line.put(
                "last_call",
                contact.map(Contact::lastCall).map(Instant::toEpochMilli).orElse(null));
        line.put("version", contact.map(Contact::version).orElse(null));
        line.put(
                "round_trip_ms",
                contact.map(Contact::roundTrip).map(Duration::toMillis).orElse(null));
        line.put(
                "clock_difference_s",
                contact.map(Contact::clockDifference)
                        .map(difference -> Math.round(difference.toMillis() / 1000.0))
                        .orElse(null));
        line.put(
                "certificate_until",
                contact.map(Contact::certificateEnd).map(Instant::toEpochMilli).orElse(null));
        line.put("trouble", contact.map(Contact::trouble).orElse(""));
        return line;
    }

    /** Reads {@code fate.federation.routes-file} again; calls under way end on their old route. */
    @PostMapping("/v1/federation/reload")
    Envelope reload() {
        return Envelope.of(Map.of("parties", reload.reload()));
    }
}

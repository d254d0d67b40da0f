package io.fateflow.webapp.job;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Component;

import io.fateflow.dsl.JobConf;
import io.fateflow.federation.directory.Contact;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.operations.query.WrittenDocuments;

/** What a running job may be waiting for without any resource being short: sites that do not answer. */
@Component
final class UnreachableSites {

    private final Optional<PartyDirectory> directory;

    /** @param directory none on a site that knows no other */
    UnreachableSites(Optional<PartyDirectory> directory) {
        this.directory = directory;
    }

    /** Sets {@code wait_reason} and {@code wait_since} of running jobs of several sites of which one does not answer. */
    void explain(List<ObjectNode> jobs) {
        jobs.stream()
                .filter(job -> job.path("status").asText().equals("running"))
                .forEach(this::explain);
    }

    private static boolean crossesSites(ObjectNode job) {
        return new JobConf(WrittenDocuments.read(job.path("runtime_conf")))
                .common()
                .crossesSites();
    }

    private void explain(ObjectNode job) {
        List<String> reasons = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        job.path("roles").properties().forEach(role -> {
            for (JsonNode party : role.getValue()) {
                directory
                        .flatMap(sites -> sites.contact(party.asLong()))
                        .filter(contact -> !contact.reachable())
                        .ifPresent(contact -> {
                            reasons.add(reason(role.getKey() + " " + party.asLong(), contact));
                            times.add(contact.since().toEpochMilli());
                        });
            }
        });
        if (!reasons.isEmpty() && crossesSites(job)) {
            job.put("wait_reason", String.join("; ", reasons));
            times.stream().min(Long::compare).ifPresent(since -> job.put("wait_since", since));
        }
    }

    private static String reason(String party, Contact contact) {
        return "%s can't be reached since %s: %s"
                .formatted(party, contact.since().truncatedTo(ChronoUnit.SECONDS), contact.trouble());
    }
}

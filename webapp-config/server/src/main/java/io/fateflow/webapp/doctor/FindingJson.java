package io.fateflow.webapp.doctor;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.webapp.security.OpenAccess;

/** Findings as the API and {@code doctor --json} show them. */
final class FindingJson {

    private FindingJson() {}

    static ArrayNode of(Collection<Finding> findings) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        findings.forEach(finding -> list.add(of(finding)));
        return list;
    }

    /** What is no finding, and should be known all the same. */
    static ArrayNode notes(OpenAccess access, TrustedExecutors executors, AtRestChecks atRest) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        Stream.of(access.note(), executors.note(), atRest.note())
                .flatMap(Optional::stream)
                .forEach(said -> list.addObject()
                        .put("id", said.id())
                        .put("what", said.what())
                        .put("remedy", said.remedy()));
        return list;
    }

    private static ObjectNode of(Finding finding) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("key", finding.key())
                .put("id", finding.rule().id())
                .put("severity", finding.rule().severity().wire())
                .put("place", finding.place())
                .put("what", finding.what())
                .put("why", finding.rule().why())
                .put("remedy", finding.rule().remedy())
                .put("repairable", finding.repair().isPresent());
    }
}

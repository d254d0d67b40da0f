package io.fateflow.engine.job;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.fateflow.dsl.Party;

/** FATE's model id of a job: {@code arbiter-10000#guest-9999#host-10000#model}. */
public final class ModelId {

    private ModelId() {}

    public static String of(List<Party> parties) {
        Map<String, TreeSet<Long>> roles = new TreeMap<>();
        parties.forEach(party ->
                roles.computeIfAbsent(party.role(), role -> new TreeSet<>()).add(party.partyId()));
        return roles.entrySet().stream()
                        .map(role -> role.getKey() + "-"
                                + role.getValue().stream().map(String::valueOf).collect(Collectors.joining("_")))
                        .collect(Collectors.joining("#"))
                + "#model";
    }
}

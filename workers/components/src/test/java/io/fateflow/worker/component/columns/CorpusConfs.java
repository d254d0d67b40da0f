package io.fateflow.worker.component.columns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.exchange.Party;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The parameters of components in FATE's own examples, where they are at hand. */
public final class CorpusConfs {

    private static final Path CORPUS = Path.of(System.getProperty("fate.corpus", "../../../shared/corpus"));

    private CorpusConfs() {}

    /**
     * What one party's component gets.
     *
     * @param hosts how many the job has
     */
    public record Given(String file, Party party, int hosts, Parameters parameters) {}

    /** Of all components whose names start so; skips the test if there are no examples here. */
    public static List<Given> of(String componentPrefix) throws IOException {
        assumeTrue(Files.isDirectory(CORPUS), "no FATE examples here");
        List<Given> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(CORPUS)) {
            for (Path file : files.filter(path -> path.toString().endsWith("conf.json"))
                    .sorted()
                    .toList()) {
                JsonNode conf = new ObjectMapper().readTree(file.toFile());
                for (String role : List.of("guest", "host")) {
                    JsonNode ids = conf.path("role").path(role);
                    for (int i = 0; i < ids.size(); i++) {
                        Party party = new Party(role, ids.get(i).asText());
                        add(all, componentPrefix, file, conf, party, i);
                    }
                }
            }
        }
        return all;
    }

    private static void add(List<Given> all, String prefix, Path file, JsonNode conf, Party party, int place) {
        ObjectNode merged = new ObjectMapper().createObjectNode();
        JsonNode parameters = conf.path("component_parameters");
        merge(merged, parameters.path("common"));
        parameters.path("role").path(party.role()).properties().forEach(each -> {
            if (List.of(each.getKey().split("\\|", -1)).contains(Integer.toString(place))) {
                merge(merged, each.getValue());
            }
        });
        merged.properties().forEach(each -> {
            if (each.getKey().startsWith(prefix)) {
                all.add(new Given(
                        file.getFileName().toString(),
                        party,
                        conf.path("role").path("host").size(),
                        new Parameters(each.getKey(), (ObjectNode) each.getValue())));
            }
        });
    }

    private static void merge(ObjectNode into, JsonNode components) {
        components.properties().forEach(each -> into.withObjectProperty(each.getKey())
                .setAll((ObjectNode) each.getValue()));
    }
}

package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the program says it is made of, and whether that may be handed on. */
class BillOfMaterialsTest {

    private static final Set<String> TAKEN = Set.of(
            "Apache-2.0",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "Bouncy Castle Licence",
            "CC0-1.0",
            "EPL-1.0",
            "EPL-2.0",
            "LGPL-2.1-or-later",
            "MIT",
            "MIT-0",
            "MPL-2.0");

    /** Its package names no licence that is known by a name; it is MIT's with a watermark that has to stay. */
    private static final String BPMN_IO = "pkg:maven/org.webjars.npm/bpmn-js@";

    private final JsonNode bill = read();

    @Test
    void everyPartHasALicenceThatAllowsThis() {
        assertThat(bill.path("components"))
                .hasSizeGreaterThan(100)
                .filteredOn(part -> !part.path("purl").asText().startsWith(BPMN_IO))
                .allSatisfy(part -> assertThat(licences(part))
                        .as(part.path("purl").asText())
                        .anyMatch(TAKEN::contains));
    }

    @Test
    void itHasTheEngineAndWhatOnlyExecutorsLoad() {
        assertThat(bill.path("components"))
                .extracting(part -> part.path("name").asText())
                .contains(
                        "camunda-engine",
                        // of either engine: Operaton's program has it under other names of packages
                        "camunda-spin-dataformat-json-jackson",
                        "components",
                        "fate-python",
                        "arrow-vector",
                        "lazysodium-java",
                        "kubernetes-client");
    }

    private static List<String> licences(JsonNode part) {
        return part.path("licenses").findValuesAsText("id").isEmpty()
                ? part.path("licenses").findValuesAsText("name")
                : part.path("licenses").findValuesAsText("id");
    }

    private static JsonNode read() {
        try (InputStream file = BillOfMaterialsTest.class.getResourceAsStream("/META-INF/sbom/application.cdx.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(file));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

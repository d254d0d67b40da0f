package io.fateflow.webapp.openapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import io.fateflow.webapp.FederatedServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** A site with others has all calls there are. */
@FederatedServerTest
class OpenApiOfFederatedSiteTest extends OpenApiContract {

    private static final Path PAGE = Path.of("../../docs/api.md");

    @Test
    void nothingIsDescribedThatIsNotThere() throws IOException {
        Set<String> shown = new TreeSet<>();
        each((call, operation) -> shown.add(call));

        assertThat(shown).containsAll(CallDescriptions.read().described());
    }

    /** {@code -Dapi.reference=write} writes it anew. */
    @Test
    void thePageInTheDocumentationIsMadeOfIt() throws IOException {
        String page = ApiReference.of(api());
        if ("write".equals(System.getProperty("api.reference"))) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).content().isEqualTo(page);
    }
}

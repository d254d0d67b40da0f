package io.fateflow.worker.component.builtin;

import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.testing.Federation;

import static org.assertj.core.api.Assertions.assertThat;

class ModelLoaderTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";
    private static final String ARBITER = "arbiter:10000";
    private static final String NAMED =
            "\"model_id\": \"guest-9999#model\", \"model_version\": \"2026\", \"component_name\": \"lr_0\"";

    @TempDir
    Path directory;

    @Test
    void handsOnWhatTheServerHasFoundAtEachParty() throws Exception {
        Federation.Run run = loading("").run();

        assertThat(run.model(GUEST)).isEqualTo(learned("guest"));
        assertThat(run.model(HOST)).isEqualTo(learned("host"));
        JsonNode metric = run.result(HOST).path("metrics").path(0);
        assertThat(metric.path("namespace").asText()).isEqualTo("model_loader");
        assertThat(metric.toString()).contains("COMPONENT_MODEL_INFO", "\"model_version\":\"2026\"");
    }

    @Test
    void saysSoIfItWasACheckpoint() throws Exception {
        assertThat(loading(", \"step_index\": 2, \"model_alias\": null")
                        .run()
                        .result(HOST)
                        .path("metrics")
                        .toString())
                .contains("CHECKPOINT_INFO", "\"step_index\":2");
        assertThat(loading(", \"step_index\": 2, \"model_alias\": \"model\"")
                        .run()
                        .result(HOST)
                        .path("metrics")
                        .toString())
                .as("the alias goes first")
                .contains("COMPONENT_MODEL_INFO");
    }

    @Test
    void aPartyThatHasNoneFailsAndAnArbiterDoesNot() throws Exception {
        Federation.Run run = new Federation(directory, GUEST, ARBITER)
                .component(ModelLoader::new)
                .parameters("{" + NAMED + ", \"step_index\": 7}")
                .run();

        assertThat(run.failure(GUEST)).contains("FFB-4042 guest 9999", "component_name lr_0", "step_index 7");
        assertThat(run.result(ARBITER).path("models")).isEmpty();
    }

    @Test
    void whatNamesTheModelIsNeeded() throws Exception {
        assertThat(new Federation(directory, GUEST)
                        .component(ModelLoader::new)
                        .parameters("{\"model_id\": \"a\", \"model_version\": \"b\"}")
                        .run()
                        .failure(GUEST))
                .contains("component_name", "must say which model to load");
    }

    private Federation loading(String more) {
        Federation federation = new Federation(directory, GUEST, HOST)
                .component(ModelLoader::new)
                .parameters("{" + NAMED + more + "}");
        return federation
                .model(GUEST, ModelInput.Kind.MODEL, learned("guest"))
                .model(HOST, ModelInput.Kind.MODEL, learned("host"));
    }

    private static Model learned(String role) {
        return new Model(
                "HeteroLR",
                "HeteroLogisticRegressionMeta",
                JsonNodeFactory.instance.objectNode(),
                "HeteroLogisticRegressionParam",
                JsonNodeFactory.instance.objectNode().put("of", role));
    }
}

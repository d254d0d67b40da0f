package io.fateflow.webapp.site;

import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class SiteFactsApiTest {

    @Autowired
    private Caller caller;

    @Test
    void versionsNameWhatIsHereAndNothingElse() {
        JsonNode versions = data("server/version/get");

        assertThat(versions.properties())
                .extracting(entry -> entry.getKey())
                .containsExactlyInAnyOrder("API", "FATE", "FATEFlow", "FATEFlowBPM", "JDK");
        assertThat(versions.path("JDK").asInt()).isEqualTo(Runtime.version().feature());
        assertThat(caller.post("/v1/version/get", "{\"module\": \"CENTOS\"}").statusCode())
                .isEqualTo(404);
        assertThat(json(caller.post("/v1/version/get", "{\"module\": \"FATEFlow\"}")
                                .body())
                        .path("data")
                        .path("FATEFlow")
                        .asText())
                .isEqualTo("1.11.2");
    }

    @Test
    void theConfigurationIsShownWithoutSecretsAndWithoutWhatIsNotThere() {
        JsonNode all = data("server/service/get");

        assertThat(all).isEqualTo(data("server/get"));
        assertThat(all.properties())
                .extracting(entry -> entry.getKey())
                .containsExactlyInAnyOrder(
                        "AUTHENTICATION", "DEFAULT_ENGINES", "FATEBOARD", "FATEFLOW", "FATE_ON_STANDALONE");
        assertThat(all.at("/FATEFLOW/http_port").asText()).isEqualTo(caller.port());
        assertThat(all.at("/FATE_ON_STANDALONE/standalone/cores_per_node").asInt())
                .isEqualTo(20);
        assertThat(all.toString().toLowerCase(Locale.ROOT)).doesNotContain("passw", "secret", "jdbc", "key");
        assertThat(data("server/fateboard/get")).isEqualTo(all.path("FATEBOARD"));
        assertThat(caller.post("/v1/server/servings/get", "{}").body())
                .isEqualTo("{\"retcode\":0,\"retmsg\":\"success\"}\n");
    }

    @Test
    void whatCanBeReadAgainIsSaid() {
        JsonNode reloaded = data("server/reload");

        assertThat(reloaded.path("job_default_config")).isEqualTo(data("server/config/job/default"));
        assertThat(reloaded.path("server_registry").isNull()).isTrue();
        assertThat(reloaded.has("federation")).isFalse();
    }

    @Test
    void aSiteThatIsAloneSaysWhoItIsAndThatItAsksNobody() {
        assertThat(data("info/common").properties())
                .extracting(entry -> entry.getKey())
                .containsExactlyInAnyOrder("version", "host", "http_port", "grpc_port", "party_id");
        assertThat(data("info/fateboard").path("port").asText()).isEqualTo(caller.port());
        assertThat(message("info/party/9999")).startsWith("FFB-6128");
        assertThat(message("info/party/nine")).startsWith("FFB-6127");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"service_name\": \"x\"}"})
    void noServiceOfOthersIsRegistered(String body) {
        assertThat(json(caller.post("/v1/service/query", body).body()).path("data"))
                .isEqualTo(json("{\"service_info\": []}"));
        assertThat(message("service/query")).contains("service_name");
    }

    private JsonNode data(String path) {
        JsonNode answer = json(caller.post("/v1/" + path, "{}").body());
        assertThat(answer.path("retcode").asInt(-1)).as("%s", answer).isZero();
        return answer.path("data");
    }

    private String message(String path) {
        return json(caller.post("/v1/" + path, "{}").body()).path("retmsg").asText();
    }
}

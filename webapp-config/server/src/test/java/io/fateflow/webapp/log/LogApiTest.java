package io.fateflow.webapp.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.home.FateHome;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class LogApiTest {

    private static final String JOB = "202601021530450000666";

    @Autowired
    private Caller caller;

    @Autowired
    private FateHome home;

    private Path party;

    @BeforeEach
    void threeLines() throws IOException {
        party = Files.createDirectories(
                home.logs().resolve(JOB).resolve("guest").resolve("9999"));
        Files.writeString(party.resolve("INFO.log"), "one\ntwo at 10.20.30.40:9380\nthree\n");
        Path component = Files.createDirectories(party.resolve("lr_0"));
        Files.writeString(component.resolve("INFO.log"), "of the component\n");
    }

    @Test
    void aLogIsCountedAndReadByLine() {
        assertThat(ask("size", "partyInfo", "")).isEqualTo(json("{\"size\": 3}"));
        assertThat(ask("cat", "partyInfo", ", \"begin\": 2, \"end\": 2"))
                .isEqualTo(json("{\"a\": [{\"line_num\": 2, \"content\": \"two at xxx.xxx.xxx.xxx:9380\"}]}")
                        .path("a"));
        assertThat(ask("cat", "partyInfo", ", \"begin\": \"2\"")).hasSize(2);
        assertThat(ask("cat", "partyInfo", "")).hasSize(3);
        assertThat(ask("cat", "componentInfo", ", \"component_name\": \"lr_0\"").findValuesAsText("content"))
                .containsExactly("of the component");
    }

    @Test
    void aLogThatIsNotThereHasNoLines() {
        assertThat(ask("size", "partyDebug", "").path("size").asInt(-1)).isZero();
        assertThat(ask("cat", "jobSchedule", "")).isEmpty();
    }

    @Test
    void nobodyGetsMoreThanSoManyLinesAtOnce() throws IOException {
        Files.writeString(party.resolve("WARNING.log"), "x\n".repeat(LogLines.MOST + 5));

        assertThat(ask("cat", "partyWarning", ", \"end\": 999999999")).hasSize(LogLines.MOST);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"component_name\": \"lr_0\"', '\"component_name\": \"../../../../db\"', FFB-6126",
        "'\"component_name\": \"lr_0\"', '\"a\": 1', Missing parameters",
        "'\"role\": \"guest\"', '\"role\": \"..\"', FFB-6126",
        "'\"party_id\": 9999', '\"party_id\": \"9999/lr_0\"', FFB-6126",
        "202601021530450000666, ../202601021530450000666, FFB-6126",
        "componentInfo, server, no found log type",
        "'\"begin\": 1', '\"begin\": \"1 | id\"', FFB-6126"
    })
    void noStepOfThePathLeadsElsewhere(String from, String to, String why) {
        String body = """
            {"job_id": "%s", "log_type": "componentInfo", "role": "guest", "party_id": 9999,
             "component_name": "lr_0", "begin": 1}\
            """.formatted(JOB);

        JsonNode answer =
                json(caller.post("/v1/log/cat", body.replace(from, to)).body());

        assertThat(answer.path("retcode").asInt()).isEqualTo(100);
        assertThat(answer.path("retmsg").asText()).contains(why);
    }

    @Test
    void aLinkThatAnExecutorHasMadeIsNotFollowed() throws IOException {
        Path secret = Files.writeString(home.home().resolve("secret"), "do not show\n");
        Files.deleteIfExists(party.resolve("ERROR.log"));
        Files.createSymbolicLink(party.resolve("ERROR.log"), secret);
        Path elsewhere = Files.createDirectories(home.home().resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("INFO.log"), "do not show\n");
        Files.deleteIfExists(party.resolve("linked_0"));
        Files.createSymbolicLink(party.resolve("linked_0"), elsewhere);

        for (String call : new String[] {"size", "cat"}) {
            assertThat(caller.post("/v1/log/" + call, body("partyError", "")).body())
                    .contains("FFB-6126");
            assertThat(caller.post("/v1/log/" + call, body("componentInfo", ", \"component_name\": \"linked_0\""))
                            .body())
                    .contains("FFB-6126");
        }
    }

    private JsonNode ask(String call, String type, String more) {
        JsonNode answer = json(caller.post("/v1/log/" + call, body(type, more)).body());
        assertThat(answer.path("retcode").asInt(-1)).as("%s", answer).isZero();
        return answer.path("data");
    }

    private static String body(String type, String more) {
        return "{\"job_id\": \"%s\", \"log_type\": \"%s\", \"role\": \"guest\", \"party_id\": 9999%s}"
                .formatted(JOB, type, more);
    }
}

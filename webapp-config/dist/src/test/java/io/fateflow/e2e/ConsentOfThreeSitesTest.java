package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Three servers, of which the host's has a policy that asks: its owner decides by HTTP, and the guest's user reads what. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsentOfThreeSitesTest {

    private static final String POLICY = """
            <?xml version="1.0" encoding="UTF-8"?>
            <definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="policy" name="Policy"
                namespace="http://camunda.org/schema/1.0/dmn" xmlns:camunda="http://camunda.org/schema/1.0/dmn">
              <decision id="fate-consent-policy" name="Policy" camunda:historyTimeToLive="P180D">
                <decisionTable id="table" hitPolicy="FIRST">
                  <input id="in"><inputExpression id="table_name"><text>table</text></inputExpression></input>
                  <output id="out_decision" name="decision"/>
                  <output id="out_reason" name="reason"/>
                  <rule id="patients">
                    <inputEntry id="a"><text>"hospital.patients"</text></inputEntry>
                    <outputEntry id="b"><text>"ask"</text></outputEntry>
                    <outputEntry id="c"><text>"patients' data"</text></outputEntry>
                  </rule>
                </decisionTable>
              </decision>
            </definitions>
            """;

    private ThreeSites sites;

    @BeforeAll
    void start(@TempDir Path place) throws IOException {
        sites = new ThreeSites(place, ConsentOfThreeSitesTest::prepare);
    }

    /** Readers have nothing to read, and the host has its policy from a file. */
    private static void prepare(Site site, Path place) {
        site.with(settings -> {
            ObjectNode reader = settings.withObject("/fate/worker/commands/Reader");
            List.of("sh", "-c", "exit 0").forEach(reader.putArray("command")::add);
        });
        if (site.partyId() == 10000) {
            try {
                Path policy = Files.writeString(place.resolve("policy.dmn"), POLICY);
                site.with(settings -> settings.put("fate.consent.policy", policy.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @AfterAll
    void stop() throws IOException {
        sites.close();
    }

    @AfterEach
    void nothingIsLeft() {
        sites.assertNothingIsLeft();
    }

    @Test
    void aJobWaitsForTheOwnerSaysSoAndGoesOnWhenHeGrants() {
        String job = asked();
        assertThat(sites.begun(job)).isZero();

        assertThat(decide(job, "grant", "").path("retcode").asInt(-1)).isZero();

        sites.awaitBegun(job, 3);
        sites.letEnd(job);
        sites.awaitEverywhere(job, "success");
    }

    @Test
    void aRefusedJobFailsAndTheInitiatorReadsTheOwnersWords() {
        String job = asked();

        decide(job, "refuse", "not these patients");

        sites.awaitEverywhere(job, "failed");
        assertThat(reason(job)).contains("FFB-5132", "hospital.patients", "not these patients");
        assertThat(sites.begun(job)).isZero();
    }

    @Test
    void aConsentThatIsWithdrawnInMidRunStopsTheJobEverywhere() {
        String job = asked();
        decide(job, "grant", "");
        sites.awaitBegun(job, 3);

        JsonNode withdrawn = sites.host
                .client()
                .postAsAdministrator("/v1/consent/withdraw", at(job).put("comment", "the study is over"));

        assertThat(withdrawn.path("retcode").asInt(-1)).as("%s", withdrawn).isZero();
        sites.awaitEverywhere(job, "canceled");
        assertThat(reason(job)).contains("FFB-5134", "host 10000", "the study is over");
    }

    /** A job whose host's owner has been asked, as the guest's user sees it. */
    private String asked() {
        String job = await("the job is accepted")
                .atMost(ThreeSites.PATIENCE)
                .until(
                        () -> sites.guest.client().post("/v1/job/submit", job()),
                        answer -> answer.path("retcode").asInt() == 0)
                .path("jobId")
                .asText();
        await("the job says whom it waits for").atMost(ThreeSites.PATIENCE).untilAsserted(() -> assertThat(sites.guest
                        .client()
                        .jobs(job)
                        .get(0)
                        .path("f_wait_reason")
                        .asText())
                .contains("FFB-5135", "waits for the consent of host 10000", "hospital.patients"));
        JsonNode asked = sites.host
                .client()
                .postAsAdministrator(
                        "/v1/consent/list", FlowClient.JSON.createObjectNode().put("job_id", job));
        assertThat(asked.at("/data/consents/0/state").asText()).as("%s", asked).isEqualTo("asked");
        return job;
    }

    private JsonNode decide(String job, String decision, String comment) {
        ObjectNode body = at(job).put("decision", decision);
        return sites.host
                .client()
                .postAsAdministrator("/v1/consent/decide", comment.isEmpty() ? body : body.put("comment", comment));
    }

    private static ObjectNode at(String job) {
        return FlowClient.JSON
                .createObjectNode()
                .put("job_id", job)
                .put("role", "host")
                .put("party_id", 10000);
    }

    private String reason(String job) {
        return sites.guest
                .jdbc()
                .queryForObject(
                        "select error_report from job where job_id = ? and is_initiator = true", String.class, job);
    }

    private static ObjectNode job() {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        ObjectNode components = job.withObject("/job_dsl/components");
        components
                .withObject("/reader_0")
                .put("module", "Reader")
                .withObject("/output")
                .putArray("data")
                .add("data");
        components
                .withObject("/hold_0")
                .put("module", SitesUnderFaultsTest.HELD_MODULE)
                .withObject("/input/data")
                .putArray("train_data")
                .add("reader_0.data");
        ObjectNode conf = ThreeSites.putConf(job);
        ObjectNode tables = conf.withObject("/component_parameters/role");
        table(tables, "guest", "bank", "customers");
        table(tables, "host", "hospital", "patients");
        return job;
    }

    private static void table(ObjectNode tables, String role, String namespace, String name) {
        // "0" would be an array's in a pointer
        tables.withObjectProperty(role)
                .withObjectProperty("0")
                .withObjectProperty("reader_0")
                .withObjectProperty("table")
                .put("namespace", namespace)
                .put("name", name);
    }
}

package io.fateflow.engine.contract;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.Deployment;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.SiteCall;

import static io.fateflow.engine.contract.ThreeSites.ARBITER;
import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A model whose parts are on three sites: each deploys its own, under the same version. */
final class FederatedModelTest {

    private static final String MODEL = "arbiter-10001#guest-9999#host-10000#model";
    private static final Party HOSTS_PARTY = new Party("host", HOST);

    private ThreeSites sites;

    @BeforeEach
    void openSites() {
        sites = new ThreeSites(Database.H2);
        sites.workAtAll();
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        try (ThreeSites open = sites) {
            open.network().heal();
            open.assertNothingIsLeft();
        }
    }

    @Test
    void isDeployedEverywhereAndPredictsEverywhere() {
        String trained = train();

        Deployment deployment = sites.guest().models().deploy(MODEL, trained, List.of(), null);

        assertThat(deployment).isInstanceOfSatisfying(Deployment.Done.class, done -> {
            assertThat(done.parties())
                    .containsExactlyInAnyOrder(new Party("guest", GUEST), HOSTS_PARTY, new Party("arbiter", ARBITER));
            assertThat(deployedAt(HOST)).containsExactly(done.version());
            assertThat(deployedAt(ARBITER)).containsExactly(done.version());
            String prediction = sites.guest()
                    .jobs()
                    .submit(new JobSubmission("{}", predictConf(done.version()), "alice"))
                    .jobId();
            sites.awaitStatus(prediction, "success");
        });
    }

    @Test
    void aCheckpointIsAskedForAtEverySite() {
        String trained = train();
        for (Party party : List.of(new Party("guest", GUEST), HOSTS_PARTY)) {
            sites.at(party.partyId()).jdbc().update("""
                    insert into component_model
                    select job_id, role, party_id, component_name, 'model', ?, 'm', 'Meta', '{}', 'Param', '{}', task_id,
                        task_version, 0
                    from task where job_id = ? and role = ? and component_name = 'then_0'
                    """, MODEL, trained, party.role());
        }
        checkpoint(GUEST, trained);

        Deployment atOneSite = sites.guest()
                .models()
                .deploy(MODEL, trained, List.of(), null, Map.of("then_0", new CheckpointStep.ByIndex(3)));
        assertThat(atOneSite).isInstanceOfSatisfying(Deployment.Partly.class, partly -> assertThat(partly.refused())
                .hasEntrySatisfying(HOSTS_PARTY, why -> assertThat(why).contains("FFB-5301", "step_index 3")));
        checkpoint(HOST, trained);

        Deployment everywhere = sites.guest()
                .models()
                .deploy(MODEL, trained, List.of(), null, Map.of("then_0", new CheckpointStep.ByIndex(3)));

        assertThat(everywhere).isInstanceOf(Deployment.Done.class);
        assertThat(sites.at(HOST)
                        .jdbc()
                        .queryForList(
                                "select param from component_model where model_version = ?",
                                String.class,
                                ((Deployment.Done) everywhere).version()))
                .containsExactly("{\"step\":3}");
    }

    private void checkpoint(long party, String trained) {
        sites.at(party).jdbc().update("""
                insert into component_checkpoint
                select model_version, role, party_id, component_name, alias, 3, 'step_name', model_id, module, meta_name, meta,
                    param_name, '{"step":3}', task_id, task_version, create_time
                from component_model where model_version = ?
                """, trained);
    }

    @Test
    void whoIsDownHasNotDeployedAndTheOthersHave() {
        String trained = train();
        sites.network().goDown(HOST);

        Deployment deployment = sites.guest().models().deploy(MODEL, trained, List.of(), null);

        assertThat(deployment).isInstanceOfSatisfying(Deployment.Partly.class, partly -> {
            assertThat(partly.refused()).containsOnlyKeys(HOSTS_PARTY);
            assertThat(partly.refused().get(HOSTS_PARTY)).contains("party 10000 can't be reached");
            assertThat(deployedAt(ARBITER)).containsExactly(partly.version());
        });
        assertThat(deployedAt(HOST)).isEmpty();
    }

    @Test
    void whoLacksTheModelRefusesItsPredictionWhenItIsSubmitted() {
        String trained = train();
        sites.network().goDown(HOST);
        Deployment.Partly deployed = (Deployment.Partly) sites.guest().models().deploy(MODEL, trained, List.of(), null);
        sites.network().heal();

        assertThatThrownBy(() ->
                        sites.guest().jobs().submit(new JobSubmission("{}", predictConf(deployed.version()), "alice")))
                .isInstanceOfSatisfying(
                        JobRejectedException.class, e -> assertThat(e.problems().toString())
                                .contains("FFB-6340", "host 10000", deployed.version()));
        assertThat(sites.at(HOST)
                        .jdbc()
                        .queryForObject("select count(*) from job where status <> 'success'", Integer.class))
                .isZero();
    }

    @Test
    void aSecondCallDeploysNothingAndAStrangerIsRefused() {
        String trained = train();
        Deployment.Done done = (Deployment.Done) sites.guest().models().deploy(MODEL, trained, List.of(), null);
        SiteCall.ModelOperation again = new SiteCall.ModelOperation(
                "deploy",
                Json.object()
                        .put("model_id", MODEL)
                        .put("model_version", trained)
                        .put("child_model_version", done.version())
                        .set("local", Json.object().put("role", "host").put("party_id", HOST)));

        assertThat(sites.askAt(HOST, new Party("guest", GUEST), again)).isInstanceOf(CallOutcome.Done.class);
        assertThat(sites.askAt(HOST, new Party("guest", 7777), again).trouble()).contains("FFB-6320");
        assertThat(deployedAt(HOST)).containsExactly(done.version());
    }

    private String train() {
        String job = sites.submit();
        sites.awaitStatus(job, "success");
        return job;
    }

    private List<String> deployedAt(long party) {
        return sites.at(party)
                .jdbc()
                .queryForList(
                        "select model_version from pipeline_model where parent_version is not null", String.class);
    }

    private static String predictConf(String version) {
        return """
                {"dsl_version": 2,
                 "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000], "arbiter": [10001]},
                 "job_parameters": {"common": {"job_type": "predict", "federated_mode": "MULTIPLE",
                   "model_id": "%s", "model_version": "%s"}},
                 "component_parameters": {"role": {}}}""".formatted(MODEL, version);
    }
}

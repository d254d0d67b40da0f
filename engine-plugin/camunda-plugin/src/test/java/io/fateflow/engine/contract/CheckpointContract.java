package io.fateflow.engine.contract;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.model.CheckpointStep;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.Deployment;
import io.fateflow.engine.model.ImportedModel;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;

/** Models of single iterations: kept with their attempt, found by their step, deployed in the place of the last one. */
abstract class CheckpointContract extends SiteContract {

    private static final String MODEL = "guest-9999#host-10000#model";
    private static final String DSL = """
            {"components": {
              "lr_0": {"module": "HeteroSSHELR", "output": {"model": ["model"]}},
              "lr_1": {"module": "HeteroSSHELR", "input": {"model": ["lr_0.model"]}}}}""";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]},
             "job_parameters": {"common": {"task_cores": 1, "auto_retries": 1, "auto_retry_delay": 0}}}""";

    @Test
    void eachPartysAreFoundByTheirStep() throws InterruptedException {
        String trained = trained(List.of(0, 5, 10), List.of(0, 5, 10));

        assertThat(steps(trained, "guest", "9999")).containsExactly(0, 5, 10);
        assertThat(checkpoints().find(owner(trained, "host", "10000"), "lr_0", new CheckpointStep.ByIndex(5)))
                .hasValueSatisfying(found -> {
                    assertThat(found.model().param()).isEqualTo(Json.object().put("of", "host 5"));
                    assertThat(found.model().alias()).isEqualTo("model");
                    assertThat(found.createTime().toEpochMilli()).isEqualTo(1_700_000_000_005L);
                });
        assertThat(checkpoints()
                        .find(owner(trained, "guest", "9999"), "lr_0", new CheckpointStep.ByName("step_name"))
                        .orElseThrow()
                        .stepIndex())
                .as("all have FATE's one name: it means the last one")
                .isEqualTo(10);
        assertThat(checkpoints().find(owner(trained, "guest", "9999"), "lr_0", new CheckpointStep.ByIndex(1)))
                .isEmpty();
        assertThat(steps(trained, "guest", "7777")).isEmpty();
    }

    @Test
    void whatAnEarlierAttemptLeftIsNotSeenOnceThereIsALaterOne() throws InterruptedException {
        String job = site().jobs().submit(new JobSubmission(DSL, CONF, "alice")).jobId();
        for (ExecutorTask task : fetch(2)) {
            boolean guest = task.role().equals("guest");
            site().executorTasks()
                    .complete(
                            "w",
                            task.id(),
                            guest
                                    ? TestWorker.succeeded().with(result("guest", List.of(0, 1)))
                                    : TestWorker.failed("no"));
        }
        List<ExecutorTask> again = fetch(2);

        assertThat(steps(job, "guest", "9999")).as("the second attempt runs").isEmpty();
        again.forEach(task -> end(task, List.of(1)));
        assertThat(steps(job, "guest", "9999")).containsExactly(1);
        assertThat(site().jdbc().queryForList("select distinct task_version from component_checkpoint", Integer.class))
                .containsExactly(1);
        succeed(fetch(2));
        awaitStatus(job, "success");
    }

    @Test
    void aDeployedCheckpointPredictsInThePlaceOfTheLastModel() throws InterruptedException {
        String trained = trained(List.of(0, 5), List.of(0, 5));

        Deployment deployed = deploy(trained, Map.of("lr_0", new CheckpointStep.ByIndex(0)));

        assertThat(deployed).isInstanceOf(Deployment.Done.class);
        String version = ((Deployment.Done) deployed).version();
        String predictConf = CONF.replace(
                "\"task_cores\": 1",
                "\"task_cores\": 1, \"job_type\": \"predict\", \"model_id\": \"%s\", \"model_version\": \"%s\""
                        .formatted(MODEL, version));
        String job = site().jobs()
                .submit(new JobSubmission("{}", predictConf, "alice"))
                .jobId();
        List<ExecutorTask> running = fetch(2);
        assertThat(running).allSatisfy(task -> assertThat(
                        task.config().at("/inputs/model/0/param/of").asText())
                .isEqualTo(task.role() + " 0"));
        succeed(running);
        awaitStatus(job, "success");
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct param from component_model where model_version = ?",
                                String.class,
                                trained))
                .as("the trained one stays as it is")
                .containsExactly("{\"of\":\"the end\"}");
    }

    @Test
    void aStepThatAPartyHasNotIsRefusedWithThoseThatThereAre() throws InterruptedException {
        String trained = trained(List.of(0, 5, 10), List.of(5, 10));

        assertThat(refusal(trained, Map.of("lr_0", new CheckpointStep.ByIndex(0))))
                .startsWith("FFB-5301 components_checkpoint: lr_0 has no checkpoint of step_index 0")
                .contains("there are those of step_index 5, 10");
        assertThat(refusal(trained, Map.of("lr_0", new CheckpointStep.ByName("round"))))
                .contains("step_name round");
        assertThat(refusal(trained, Map.of("lr_7", new CheckpointStep.ByIndex(5))))
                .contains("lr_7 is not among the components that are deployed: lr_0");
        assertThat(site().jdbc().queryForList("select distinct model_version from pipeline_model", String.class))
                .as("nothing is deployed")
                .containsExactly(trained);
        assertThat(deploy(trained, Map.of("lr_0", new CheckpointStep.ByName("step_name"))))
                .isInstanceOf(Deployment.Done.class);
    }

    @Test
    void whoInheritsAComponentHasItsCheckpoints() throws InterruptedException {
        String old = trained(List.of(0, 5), List.of(0, 5));
        String conf = CONF.replace(
                "\"task_cores\": 1",
                "\"task_cores\": 1, \"inheritance_info\": {\"job_id\": \"%s\", \"component_list\": [\"lr_0\"]}"
                        .formatted(old));

        String job = site().jobs().submit(new JobSubmission(DSL, conf, "alice")).jobId();
        succeed(fetch(2));
        awaitStatus(job, "success");

        assertThat(steps(job, "host", "10000")).containsExactly(0, 5);
        assertThat(deploy(job, Map.of("lr_0", new CheckpointStep.ByIndex(5)))).isInstanceOf(Deployment.Done.class);
    }

    @Test
    void theyGoWithTheirModelAndTheirJob() throws InterruptedException {
        String trained = trained(List.of(0), List.of(0));
        ObjectNode conf = (ObjectNode) Json.read(CONF);
        ImportedModel other = new ImportedModel(
                owner(trained, "guest", "9999"),
                conf.path("initiator"),
                conf.path("role"),
                (ObjectNode) Json.read(DSL),
                conf,
                conf,
                Json.object(),
                Optional.empty(),
                "sum");

        site().models().importPart(other, List.of(), true);
        assertThat(steps(trained, "guest", "9999")).isEmpty();
        assertThat(steps(trained, "host", "10000")).containsExactly(0);

        assertThat(new OldJobs(site().jdbc()).remove(trained, Long.MAX_VALUE)).isTrue();
        assertThat(site().jdbc().queryForObject("select count(*) from component_checkpoint", Integer.class))
                .isZero();
    }

    private String refusal(String version, Map<String, CheckpointStep> steps) {
        return ((Deployment.Refused) deploy(version, steps)).why();
    }

    private Deployment deploy(String version, Map<String, CheckpointStep> steps) {
        return site().models().deploy(MODEL, version, List.of("lr_0"), null, steps);
    }

    private String trained(List<Integer> guests, List<Integer> hosts) throws InterruptedException {
        String job = site().jobs().submit(new JobSubmission(DSL, CONF, "alice")).jobId();
        for (ExecutorTask task : fetch(2)) {
            end(task, task.role().equals("guest") ? guests : hosts);
        }
        succeed(fetch(2));
        awaitStatus(job, "success");
        return job;
    }

    private void end(ExecutorTask task, List<Integer> steps) {
        assertThat(site().executorTasks()
                        .complete("w", task.id(), TestWorker.succeeded().with(result(task.role(), steps))))
                .isTrue();
    }

    /** The model of the end, and what there was after some steps. */
    private static ObjectNode result(String role, List<Integer> steps) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode model = result.putArray("models").addObject().put("alias", "model");
        model.put("module", "HeteroSSHELR").put("meta_name", "Meta").put("param_name", "Param");
        model.putObject("meta");
        model.putObject("param").put("of", "the end");
        steps.forEach(step -> result.withArrayProperty("checkpoints")
                .addObject()
                .put("alias", "model")
                .put("step_index", step)
                .put("step_name", "step_name")
                .put("create_time", 1_700_000_000_000L + step)
                .put("module", "HeteroSSHELR")
                .put("meta_name", "Meta")
                .put("meta", "{}")
                .put("param_name", "Param")
                .put("param", "{\"of\":\"%s %d\"}".formatted(role, step)));
        return result;
    }

    private List<Integer> steps(String version, String role, String party) {
        List<Integer> steps = new ArrayList<>();
        checkpoints().each(owner(version, role, party), "lr_0", each -> steps.add(each.stepIndex()));
        return steps;
    }

    private CheckpointStore checkpoints() {
        return new CheckpointStore(site().jdbc(), new ComponentModelStore(site().jdbc(), Clock.systemUTC()));
    }

    private static PartyModel owner(String version, String role, String party) {
        return new PartyModel(MODEL, version, role, party);
    }
}

package io.fateflow.engine.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.model.ComponentModel;
import io.fateflow.engine.model.Deployment;
import io.fateflow.engine.model.ImportedModel;
import io.fateflow.engine.model.ModelImport;
import io.fateflow.engine.model.PartyModel;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How models come from one component to another, within a job and from a trained to a predicting one. */
abstract class ModelContract extends SiteContract {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MODEL = "guest-9999#host-10000#model";
    private static final String TRAIN = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "scale_0": {"module": "FeatureScale", "input": {"data": {"data": ["reader_0.data"]}},
                          "output": {"data": ["data"], "model": ["scale"]}},
              "bin_0": {"module": "HeteroFeatureBinning", "input": {"data": {"data": ["scale_0.data"]}},
                        "output": {"model": ["bin"]}},
              "lr_0": {"module": "HeteroSSHELR",
                       "input": {"data": {"train_data": ["scale_0.data"]},
                                 "isometric_model": ["bin_0.bin", "scale_0.scale"]},
                       "output": {"data": ["data"], "model": ["lr"]}},
              "lr_1": {"module": "HeteroSSHELR",
                       "input": {"data": {"test_data": ["scale_0.data"]}, "model": ["lr_0.lr"]},
                       "output": {"data": ["data"]}}}}""";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]},
             "job_parameters": {"common": {"task_cores": 1, "model_id": "not-this", "model_version": "nor-this"}},
             "component_parameters": {"common": {"lr_0": {"max_iter": 7}}}}""";

    /** What attempts were given, by component and role. */
    private record Inputs(Map<String, JsonNode> byAttempt) {

        JsonNode of(String attempt) {
            return requireNonNull(byAttempt.get(attempt), attempt);
        }
    }

    @Test
    void aComponentGetsTheModelsThatItsDslNamesInTheirOrderAndOfItsOwnPartyOnly() throws InterruptedException {
        String job = submit(TRAIN, CONF);

        Inputs inputs = runToEnd(job);

        JsonNode models = inputs.of("lr_0 host").path("isometric_model");
        assertThat(models.findValuesAsText("alias")).containsExactly("bin", "scale");
        assertThat(models.path(0)).isEqualTo(json("""
                {"component": "bin_0", "alias": "bin", "module": "HeteroFeatureBinning",
                 "meta_name": "HeteroFeatureBinningMeta", "meta": {"of": "host 10000"},
                 "param_name": "HeteroFeatureBinningParam", "param": {"attempt": 0}}"""));
        assertThat(inputs.of("lr_0 host").path("model")).isEmpty();
        assertThat(inputs.of("lr_1 guest").path("model").findValuesAsText("component"))
                .containsExactly("lr_0");
        assertThat(inputs.of("lr_1 guest").at("/model/0/meta/of").asText()).isEqualTo("guest 9999");
        assertThat(inputs.of("reader_0 guest").path("model").isArray()).isTrue();
        assertThat(site().jdbc()
                        .queryForList("select distinct model_id || model_version from component_model", String.class))
                .as("a training job makes its own model, whatever its conf says")
                .containsExactly("guest-9999#host-10000#model" + job);
    }

    @Test
    void aModelThatTheUpstreamComponentDidNotMakeIsLeftOut() throws InterruptedException {
        String job = submit(TRAIN, CONF);

        Inputs inputs = runToEnd(job, Map.of("bin_0 guest", JSON.createObjectNode()));

        assertThat(inputs.of("lr_0 guest").path("isometric_model").findValuesAsText("component"))
                .containsExactly("scale_0");
        assertThat(inputs.of("lr_0 host").path("isometric_model").findValuesAsText("component"))
                .containsExactly("bin_0", "scale_0");
    }

    @Test
    void theModelOfALaterAttemptTakesTheEarlierOnesPlace() throws InterruptedException {
        String conf =
                CONF.replace("\"task_cores\": 1", "\"task_cores\": 1, \"auto_retries\": 1, \"auto_retry_delay\": 0");
        String dsl = "{\"components\": {\"a\": {\"module\": \"FeatureScale\", \"output\": {\"model\": [\"scale\"]}}}}";
        submit(dsl, conf);
        for (ExecutorTask task : fetch(2)) {
            boolean guest = task.role().equals("guest");
            complete(task, guest ? TestWorker.succeeded() : TestWorker.failed("no"), result(task));
        }
        for (ExecutorTask task : fetch(2)) {
            assertThat(task.taskVersion()).isEqualTo(1);
            complete(task, TestWorker.succeeded(), result(task));
        }

        assertThat(site().jdbc()
                        .queryForList(
                                "select role || task_version || param from component_model order by 1", String.class))
                .containsExactly("guest1{\"attempt\":1}", "host1{\"attempt\":1}");
    }

    @Test
    void aModelLoaderGetsTheModelThatItsParametersName() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);
        String dsl = """
                {"components": {
                  "loader_0": {"module": "ModelLoader", "output": {"model": ["model"]}},
                  "loader_1": {"module": "ModelLoader", "output": {"model": ["model"]}},
                  "loader_2": {"module": "ModelLoader", "output": {"model": ["model"]}},
                  "loader_3": {"module": "ModelLoader", "output": {"model": ["model"]}},
                  "loader_4": {"module": "ModelLoader", "output": {"model": ["model"]}}}}""";
        String conf =
                CONF.replace("\"lr_0\": {\"max_iter\": 7}", """
                "loader_0": {"model_id": "guest-9999#host-10000#model", "model_version": "%s", "component_name": "lr_0"},
                "loader_1": {"model_id": "guest-9999#host-10000#model", "model_version": "%s", "component_name": "lr_0",
                             "model_alias": "other"},
                "loader_2": {"model_id": "guest-9999#host-10000#model", "model_version": "%s", "component_name": "lr_0",
                             "step_index": 3},
                "loader_3": {"model_id": "guest-9999#host-10000#model", "model_version": "%s", "component_name": "lr_0",
                             "model_alias": "lr", "step_index": 3},
                "loader_4": {"model_id": "guest-9999#host-10000#model", "model_version": "%s", "component_name": "lost_0"}
                """.formatted(trained, trained, trained, trained, trained));
        site().jdbc().update("""
                insert into component_checkpoint
                select model_version, role, party_id, component_name, alias, 3, 'step_name', model_id, module, meta_name, meta,
                    param_name, '{"step":3}', task_id, task_version, create_time
                from component_model where model_version = ? and component_name = 'lr_0'
                """, trained);
        site().jdbc().update("""
                insert into component_checkpoint
                select model_version, role, party_id, 'lost_0', alias, step_index, step_name, model_id, module, meta_name, meta,
                    param_name, param, task_id, task_version, create_time
                from component_checkpoint where model_version = ? and component_name = 'lr_0'
                """, trained);

        Inputs inputs = runToEnd(submit(dsl, conf));

        assertThat(inputs.of("loader_0 host").path("model").findValuesAsText("module"))
                .containsExactly("HeteroSSHELR");
        assertThat(inputs.of("loader_1 host").path("model")).isEmpty();
        assertThat(inputs.of("loader_2 host").at("/model/0/param/step").asInt()).isEqualTo(3);
        assertThat(inputs.of("loader_3 host").at("/model/0/param").has("step"))
                .as("an alias means the end of training, as in FATE")
                .isFalse();
        assertThat(inputs.of("loader_4 host").at("/model/0/param/step").asInt())
                .as("without a model the last checkpoint")
                .isEqualTo(3);
    }

    @Test
    void aDeployedModelPredictsWithItsOwnDslAndTheTrainingsParameters() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);
        String version = deploy(trained, List.of("reader_0", "scale_0", "lr_0"));

        String job = submit("{}", predictConf(version));
        Inputs inputs = runToEnd(job);

        assertThat(inputs.byAttempt())
                .containsOnlyKeys(
                        "reader_0 guest", "reader_0 host", "scale_0 guest", "scale_0 host", "lr_0 guest", "lr_0 host");
        assertThat(inputs.of("lr_0 host").path("model").findValuesAsText("alias"))
                .containsExactly("lr");
        assertThat(inputs.of("lr_0 host").at("/model/0/meta/of").asText()).isEqualTo("host 10000");
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct train_runtime_conf from job_body where job_id = ?", String.class, job))
                .singleElement()
                .satisfies(conf -> assertThat(json(conf)
                                .at("/job_parameters/common/model_version")
                                .asText())
                        .isEqualTo(trained));
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct parameters from task_parameters where task_id = ?",
                                String.class,
                                job + "_lr_0"))
                .containsExactly("{\"max_iter\":7}");
        assertThat(site().jdbc().queryForList("select distinct model_version from pipeline_model", String.class))
                .as("a prediction is no new model")
                .containsExactlyInAnyOrder(trained, version);
    }

    @Test
    void aModelThatCameFromElsewhereDeploysAndPredictsAsIfItHadBeenTrainedHere() throws InterruptedException {
        for (String role : List.of("guest", "host")) {
            assertThat(site().models().importPart(elsewhere(role, 1), learned(role, 1), false))
                    .isInstanceOf(ModelImport.Done.class);
        }
        assertThat(site().models().importPart(elsewhere("guest", 2), learned("guest", 2), false))
                .isInstanceOf(ModelImport.Exists.class);
        assertThat(site().models().importPart(elsewhere("guest", 2), learned("guest", 2), true))
                .isInstanceOf(ModelImport.Done.class);
        String version = deploy("elsewhere", List.of("reader_0", "scale_0", "lr_0"));

        Inputs inputs = runToEnd(submit("{}", predictConf(version)));

        assertThat(inputs.of("lr_0 guest").at("/model/0/param/round").asInt())
                .as("the one that took the first one's place")
                .isEqualTo(2);
        assertThat(inputs.of("lr_0 host").at("/model/0/param/round").asInt()).isEqualTo(1);
        assertThat(site().jdbc().queryForList("select distinct job_id from pipeline_model", String.class))
                .as("all parts of the version, and what is deployed of it, go by one id")
                .hasSize(1);
    }

    @Test
    void anImportThatBreaksOffLeavesWhatWasThere() {
        site().models().importPart(elsewhere("guest", 1), learned("guest", 1), false);
        List<ComponentModel> broken = new ArrayList<>(learned("guest", 2));
        broken.add(broken.get(0));

        assertThatThrownBy(() -> site().models().importPart(elsewhere("guest", 2), broken, true))
                .isInstanceOf(RuntimeException.class);

        assertThat(site().jdbc().queryForList("select param from component_model", String.class))
                .containsExactly("{\"round\":1}");
        assertThat(site().jdbc().queryForList("select archive_sha256 from imported_model", String.class))
                .containsExactly("sum of 1");
    }

    private static ImportedModel elsewhere(String role, int round) {
        ObjectNode conf = (ObjectNode) json(CONF);
        String party = conf.at("/role/" + role + "/0").asText();
        return new ImportedModel(
                new PartyModel(MODEL, "elsewhere", role, party),
                conf.path("initiator"),
                conf.path("role"),
                (ObjectNode) json(TRAIN),
                conf,
                conf,
                JSON.createObjectNode(),
                Optional.empty(),
                "sum of " + round);
    }

    private static List<ComponentModel> learned(String role, int round) {
        return List.of(new ComponentModel(
                "lr_0",
                "lr",
                "HeteroSSHELR",
                "Meta",
                JSON.createObjectNode().put("of", role),
                "Param",
                JSON.createObjectNode().put("round", round)));
    }

    @Test
    void aModelThatAPredictJobMakesItselfIsLookedAtAfterTheTrainedOne() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);
        String dsl = """
                {"components": {
                  "scale_0": {"module": "FeatureScale", "output": {"model": ["scale"]}},
                  "bin_9": {"module": "HeteroFeatureBinning", "output": {"model": ["bin"]}},
                  "lr_0": {"module": "HeteroSSHELR",
                           "input": {"model": ["pipeline.scale_0.scale", "pipeline.bin_9.bin"],
                                     "data": {"test_data": ["order_0.data"]}}},
                  "order_0": {"module": "Union", "input": {"data": {"data": ["order_1.data"]}}, "output": {"data": ["data"]}},
                  "order_1": {"module": "Union", "output": {"data": ["data"]}}}}""";
        String version = ((Deployment.Done) site().models().deploy(MODEL, trained, List.of(), dsl)).version();

        String job = submit("{}", predictConf(version));
        Inputs inputs = runToEnd(job);

        assertThat(inputs.of("lr_0 guest").path("model").findValuesAsText("component"))
                .containsExactly("scale_0", "bin_9");
        assertThat(site().jdbc()
                        .queryForList(
                                "select component_name from component_model where model_version = ?"
                                        + " and role = 'guest' order by 1",
                                String.class,
                                job))
                .containsExactly("bin_9", "scale_0");
    }

    @Test
    void anArbiterNeedNotTakePartAndPartiesMustHaveTrained() throws InterruptedException {
        String three = CONF.replace("\"host\": [10000]", "\"host\": [10000, 10001]");
        String trained = submit(TRAIN, three);
        runToEnd(trained);
        String id = "guest-9999#host-10000_10001#model";
        String version = ((Deployment.Done) site().models().deploy(id, trained, List.of("scale_0"), null)).version();
        String conf = predictConf(version).replace(MODEL, id);

        Inputs inputs = runToEnd(submit("{}", conf.replace("[10000]", "[10001]")));

        assertThat(inputs.of("scale_0 host").at("/model/0/meta/of").asText()).isEqualTo("host 10001");
        assertThatThrownBy(() -> submit("{}", conf.replace("[10000]", "[10002]")))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2006")
                .hasMessageContaining("party 10002 was not host in training");
    }

    @Test
    void anArbiterMayJoinAPredictionWhoseTrainingHadNoneAndHasNothingToDo() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);
        String version = deploy(trained, List.of("lr_0"));

        Inputs inputs = runToEnd(submit(
                "{}", predictConf(version).replace("\"host\": [10000]", "\"host\": [10000], \"arbiter\": [10001]")));

        assertThat(inputs.byAttempt().keySet())
                .contains("lr_0 guest", "lr_0 host")
                .noneMatch(of -> of.contains("arbiter"));
    }

    @Test
    void whatIsNotDeployedDoesNotPredict() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);

        assertThatThrownBy(() -> submit("{}", predictConf(trained)))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2002")
                .hasMessageContaining("model has not been deployed yet");
        assertThatThrownBy(() -> submit("{}", predictConf("202601010000000000000")))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2005")
                .hasMessageContaining("202601010000000000000");
        assertThatThrownBy(() -> submit("{\"components\": {\"a\": {\"module\": \"Union\"}}}", """
                        {"initiator": {"role": "guest", "party_id": 9999}, "role": {"guest": [9999]},
                         "job_parameters": {"job_type": "predict", "model_id": "m", "model_version": "1"}}"""))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2007");
    }

    @Test
    void onlyTrainedModelsAreDeployedAndOnlyWhatTheyHave() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);

        assertThat(site().models().deploy(MODEL, "202601010000000000000", List.of(), null))
                .isInstanceOf(Deployment.Unknown.class);
        assertThat(site().models().deploy(MODEL, trained, List.of("no_0"), null))
                .isInstanceOfSatisfying(Deployment.Refused.class, refused -> assertThat(refused.why())
                        .contains("no_0"));
        assertThat(site().models().deploy(MODEL, trained, List.of(), "{\"components\": {\"a\": {\"module\": \"No\"}}}"))
                .isInstanceOfSatisfying(Deployment.Refused.class, refused -> assertThat(refused.why())
                        .contains("FFB-1"));
        String version = deploy(trained, List.of("lr_0"));
        assertThat(site().models().deploy(MODEL, version, List.of(), null))
                .isInstanceOfSatisfying(Deployment.Refused.class, refused -> assertThat(refused.why())
                        .isEqualTo("Child model could not be deployed."));
        assertThat(site().jdbc()
                        .queryForList(
                                "select component_name || role from component_model where model_version = ? order by 1",
                                String.class,
                                version))
                .containsExactly("lr_0guest", "lr_0host");
    }

    @Test
    void aModelThatOnePartyNeverGotIsNamedToItsExecutorAlone() throws InterruptedException {
        String trained = submit(TRAIN, CONF);
        runToEnd(trained);
        String version = deploy(trained, List.of("lr_0"));
        site().jdbc().update("delete from component_model where model_version = ? and role = 'host'", version);

        Inputs inputs = runToEnd(submit("{}", predictConf(version)));

        assertThat(inputs.of("lr_0 host").path("missing_models").path(0).asText())
                .startsWith("pipeline.lr_0.")
                .endsWith(" of model " + MODEL + " " + version);
        assertThat(inputs.of("lr_0 guest").has("missing_models")).isFalse();
    }

    private String deploy(String trained, List<String> components) {
        Deployment.Done done = (Deployment.Done) site().models().deploy(MODEL, trained, components, null);
        assertThat(done.parties()).extracting(Party::toString).containsExactlyInAnyOrder("guest 9999", "host 10000");
        return done.version();
    }

    private static String predictConf(String version) {
        return """
                {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
                 "role": {"guest": [9999], "host": [10000]},
                 "job_parameters": {"common": {"job_type": "predict", "model_id": "%s", "model_version": "%s"}}}""".formatted(MODEL, version);
    }

    private String submit(String dsl, String conf) {
        return site().jobs().submit(new JobSubmission(dsl, conf, "alice")).jobId();
    }

    private Inputs runToEnd(String job) throws InterruptedException {
        return runToEnd(job, Map.of());
    }

    /**
     * Ends every attempt with a model for each that the DSL declares.
     *
     * @param results other results, by component and role
     */
    private Inputs runToEnd(String job, Map<String, ObjectNode> results) throws InterruptedException {
        Map<String, JsonNode> inputs = new LinkedHashMap<>();
        long deadline = System.nanoTime() + LONG_ENOUGH.toNanos();
        while (!"success".equals(site().jobStatus(job)) && System.nanoTime() < deadline) {
            for (ExecutorTask task : site().executorTasks().fetch("w", 10, Duration.ofMillis(100))) {
                String name = task.componentName() + " " + task.role();
                inputs.put(name, task.config().path("inputs"));
                assertThat(task.config().path("job_id").asText()).isEqualTo(job);
                assertThat(task.config().path("component_name").asText()).isEqualTo(task.componentName());
                assertThat(task.config().path("task_id").asText()).isEqualTo(task.taskId());
                assertThat(task.config().path("task_version").asInt(-1)).isEqualTo(task.taskVersion());
                complete(task, TestWorker.succeeded(), results.getOrDefault(name, result(task)));
            }
        }
        assertThat(site().jobStatus(job)).isEqualTo("success");
        return new Inputs(inputs);
    }

    private void complete(ExecutorTask task, ExecutorReport outcome, ObjectNode result) {
        assertThat(site().executorTasks().complete("w", task.id(), outcome.with(result)))
                .isTrue();
    }

    private static ObjectNode result(ExecutorTask task) {
        ObjectNode result = JSON.createObjectNode();
        task.config().path("outputs").path("model").forEach(alias -> {
            ObjectNode model = result.withArrayProperty("models").addObject();
            model.put("alias", alias.asText()).put("module", task.module());
            model.put("meta_name", task.module() + "Meta").put("param_name", task.module() + "Param");
            model.putObject("meta").put("of", task.role() + " " + task.partyId());
            model.putObject("param").put("attempt", task.taskVersion());
        });
        return result;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

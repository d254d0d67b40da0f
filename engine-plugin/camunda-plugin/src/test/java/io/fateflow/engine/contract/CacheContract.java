package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;

/** What components leave for later runs to go on from: handed on to their own party, by the DSL or by a loader. */
abstract class CacheContract extends SiteContract {

    private static final String DSL = """
            {"components": {
              "intersect_0": {"module": "Intersection", "output": {"cache": ["kept"]}},
              "intersect_1": {"module": "Intersection", "input": {"cache": ["intersect_0.kept"]},
                              "output": {"data": ["data"]}}}}""";
    private static final String LOADING = """
            {"components": {"loader_0": {"module": "CacheLoader", "output": {"cache": ["cache"]}}}}""";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]},
             "job_parameters": {"common": {"task_cores": 1}}}""";

    @Test
    void theNextComponentGetsItsOwnPartysCache() throws InterruptedException {
        submit(DSL, CONF);
        fetch(2).forEach(task -> end(task, "kept"));

        List<ExecutorTask> next = fetch(2);

        for (ExecutorTask task : next) {
            assertThat(task.config().at("/inputs/cache").toString()).isEqualTo("""
                    [{"component":"intersect_0","output":"kept","name":"kept of %s","namespace":"caches"}]""".formatted(task.role()));
        }
        assertThat(at("guest", next).config().at("/outputs/data/0").asText()).isEqualTo("data");
        assertThat(site().jdbc().queryForObject("select count(*) from storage_table_meta", Integer.class))
                .as("listed nowhere")
                .isZero();
        assertThat(site().jdbc().queryForObject("select count(*) from tracking_output_data_info", Integer.class))
                .isZero();
        succeed(next);
    }

    @Test
    void aCacheThatAPartyHasNotIsThereWithoutATable() throws InterruptedException {
        submit(DSL, CONF);
        for (ExecutorTask task : fetch(2)) {
            end(task, task.role().equals("guest") ? "kept" : "other");
        }

        List<ExecutorTask> next = fetch(2);

        JsonNode ofHost = at("host", next).config().at("/inputs/cache");
        assertThat(ofHost).hasSize(1);
        assertThat(ofHost.path(0).path("name").isNull()).isTrue();
        assertThat(at("guest", next).config().at("/inputs/cache/0/name").asText())
                .isEqualTo("kept of guest");
        succeed(next);
    }

    @Test
    void aLoaderGetsACacheOfAnEarlierJobByItsJobOrItsKey() throws InterruptedException {
        String job = kept();
        String key =
                site().jdbc().queryForObject("select cache_key from component_cache where role = 'host'", String.class);

        for (String parameters : List.of(
                "\"job_id\": \"%s\", \"component_name\": \"intersect_0\", \"cache_name\": \"kept\"".formatted(job),
                "\"job_id\": \"%s\", \"component_name\": \"intersect_0\"".formatted(job))) {
            assertThat(loaded(parameters)).containsExactlyInAnyOrder("kept of guest", "kept of host");
        }
        assertThat(loaded("\"cache_key\": \"" + key + "\""))
                .as("the key is of the host's own, and no other party's")
                .containsExactly("kept of host");
        assertThat(loaded("\"job_id\": \"%s\", \"component_name\": \"intersect_0\", \"cache_name\": \"no\""
                        .formatted(job)))
                .isEmpty();
    }

    @Test
    void whoInheritsTheComponentHasItsCacheAndItGoesWithTheJob() throws InterruptedException {
        String old = kept();
        String heir = submit(
                DSL,
                CONF.replace(
                        "\"task_cores\": 1",
                        "\"task_cores\": 1, \"inheritance_info\": {\"job_id\": \"%s\", \"component_list\": [\"intersect_0\"]}"
                                .formatted(old)));

        List<ExecutorTask> next = fetch(2);

        assertThat(at("host", next).config().at("/inputs/cache/0/name").asText())
                .isEqualTo("kept of host");
        succeed(next);
        awaitStatus(heir, "success");
        assertThat(new OldJobs(site().jdbc()).remove(old, Long.MAX_VALUE)).isTrue();
        assertThat(site().jdbc().queryForList("select distinct job_id from component_cache", String.class))
                .containsExactly(heir);
    }

    private String submit(String dsl, String conf) {
        return site().jobs().submit(new JobSubmission(dsl, conf, "alice")).jobId();
    }

    private String kept() throws InterruptedException {
        String job = submit(DSL, CONF);
        fetch(2).forEach(task -> end(task, "kept"));
        succeed(fetch(2));
        awaitStatus(job, "success");
        return job;
    }

    /** The names of what loaders at both parties get. */
    private List<String> loaded(String parameters) throws InterruptedException {
        String job = submit(
                LOADING,
                CONF.replace(
                        "\"job_parameters\"",
                        "\"component_parameters\": {\"common\": {\"loader_0\": {%s}}}, \"job_parameters\""
                                .formatted(parameters)));
        List<ExecutorTask> tasks = fetch(2);
        List<String> names = new ArrayList<>();
        tasks.forEach(task -> task.config()
                .at("/inputs/cache")
                .forEach(cache -> names.add(cache.path("name").asText())));
        succeed(tasks);
        awaitStatus(job, "success");
        return names;
    }

    private void end(ExecutorTask task, String cache) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("caches")
                .addObject()
                .put("cache_name", cache)
                .put("table_name", cache + " of " + task.role())
                .put("table_namespace", "caches");
        assertThat(site().executorTasks()
                        .complete("w", task.id(), TestWorker.succeeded().with(result)))
                .isTrue();
    }
}

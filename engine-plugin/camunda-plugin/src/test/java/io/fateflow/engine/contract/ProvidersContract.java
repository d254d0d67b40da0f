package io.fateflow.engine.contract;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.party.Providers;
import io.fateflow.worker.api.ExecutorTask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What workers say that their FATE installations can run, and what becomes of a job that one of them is to run. */
abstract class ProvidersContract extends SiteContract {

    private static final String PROVIDER = "fate@0.0.7";
    private static final String FOUND = "{\"fate@0.0.7\": {\"trouble\": \"\", \"modules\": {\"HeteroNN\": \"\"}}}";
    private static final String DSL = "{\"components\": {\"nn_0\": {\"module\": \"HeteroNN\"}}}";
    private static final String CONF = """
            {"dsl_version": 2, "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]},
             "job_parameters": {"common": {"task_cores": 1, "auto_retries": 1, "auto_retry_delay": 0}}}""";

    @Override
    TestSite open(Database database) {
        return TestSite.choosing(database, new Announced());
    }

    @Test
    void whatAWorkerAnnouncesIsKnownWhateverItsLengthUntilItAnnouncesSomethingElse() {
        String all = IntStream.range(0, 2_000)
                .mapToObj(number -> "\"Module%d\": \"needs the Python module \u00fc%d\"".formatted(number, number))
                .collect(Collectors.joining(", ", "{\"fate@0.0.7\": {\"modules\": {", "}}}"));

        announce(null);
        assertThat(announced()).containsOnlyNulls();
        announce(all);
        assertThat(announced()).containsExactly(all);
        announce(FOUND);
        assertThat(announced()).containsExactly(FOUND);
        announce(null);
        assertThat(announced()).containsOnlyNulls();
    }

    @Test
    void whoIsChosenAtSubmitRunsEachAttemptAtAllPartiesThoughNobodyAnnouncesHimAnyMore() throws InterruptedException {
        announce(FOUND);
        String job = site().jobs().submit(new JobSubmission(DSL, CONF, "alice")).jobId();

        List<ExecutorTask> first = fetch(2);
        assertThat(first).extracting(ProvidersContract::provider).containsOnly(PROVIDER);
        announce(null);
        first.forEach(task -> site().executorTasks().complete("w", task.id(), TestWorker.failed("out of luck")));
        List<ExecutorTask> second = fetch(2);

        assertThat(second).extracting(ExecutorTask::taskVersion).containsOnly(1);
        assertThat(second).extracting(ProvidersContract::provider).containsOnly(PROVIDER);
        assertThat(site().jdbc()
                        .queryForList("select runtime_conf_on_party from job where job_id = ?", String.class, job))
                .hasSize(2)
                .allSatisfy(conf -> assertThat(
                                Json.read(conf).at("/provider/common/nn_0").asText())
                        .isEqualTo(PROVIDER));
        succeed(second);
        awaitStatus(job, "success");
    }

    @Test
    void whereNobodyAnnouncesAnInstallationTheJobIsBuiltInComponentsAndItsConfStaysAsItWas()
            throws InterruptedException {
        announce(null);
        String job = site().jobs().submit(new JobSubmission(DSL, CONF, "alice")).jobId();

        List<ExecutorTask> taken = fetch(2);
        assertThat(taken).extracting(ProvidersContract::provider).containsOnly(Providers.BUILT_IN);
        assertThat(site().jdbc()
                        .queryForList("select runtime_conf_on_party from job where job_id = ?", String.class, job))
                .allSatisfy(conf -> assertThat(Json.read(conf).has("provider")).isFalse());
        succeed(taken);
        awaitStatus(job, "success");
    }

    @Test
    void partiesOfTwoKindsAreRefusedAndNothingIsStored() {
        announce(null);
        String mixed = CONF.replace(
                "\"dsl_version\": 2,",
                "\"dsl_version\": 2, \"provider\": {\"role\": {\"host\": {\"0\": {\"nn_0\": \"fate@0.0.7\"}}}},");

        assertThatThrownBy(() -> site().jobs().submit(new JobSubmission(DSL, mixed, "alice")))
                .isInstanceOfSatisfying(JobRejectedException.class, refused -> assertThat(refused.problems())
                        .singleElement()
                        .satisfies(problem -> assertThat(problem.id()).isEqualTo("FFB-2053")));
        assertThat(site().jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();
    }

    private static String provider(ExecutorTask task) {
        return task.config().path("provider").asText();
    }

    private void announce(@Nullable String providers) {
        site().nodes().seen(new SiteWorker("w:1", "here", "active", 4, 0, "", false, 0, "", null, providers));
    }

    private List<@Nullable String> announced() {
        return site().nodes().workers().stream().map(SiteWorker::providers).collect(Collectors.toList());
    }

    /** Chooses as a server does: the version that is named, else an installation that a worker has announced. */
    private final class Announced implements Providers {

        @Override
        public String ofSubmitted(String module, String named, List<Party> parties) {
            boolean isHere = site().nodes().workers().stream()
                    .map(SiteWorker::providers)
                    .anyMatch(found -> found != null
                            && Json.read(found)
                                    .path(PROVIDER)
                                    .path("modules")
                                    .path(module)
                                    .asText("absent")
                                    .isEmpty());
            return isHere ? PROVIDER : here(module, named, parties);
        }

        @Override
        public String here(String module, String named, List<Party> parties) {
            return named.contains("@") ? named : BUILT_IN;
        }
    }
}

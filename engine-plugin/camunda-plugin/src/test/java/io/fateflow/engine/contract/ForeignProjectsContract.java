package io.fateflow.engine.contract;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.project.Projects;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.federation.wire.Answer;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.createBody;
import static io.fateflow.engine.contract.ProjectsContract.making;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Jobs of other sites at one with projects, at which the partner 9999 is or is not of one. */
abstract class ForeignProjectsContract extends ForeignContract {

    private static final String READ = "\"reader_0\": {\"module\": \"Reader\", \"output\": {\"data\": [\"data\"]}}";

    @Override
    EngineSettings settings() {
        return EngineSettings.standard()
                .with(new Projects(
                        Set.of("credit", "fraud"), Map.of(), isPartner() ? Map.of(9999L, "credit") : Map.of()));
    }

    abstract boolean isPartner();

    final String reading(String table, String common) {
        return createBody(READ, common)
                .replace("\"component_parameters\": {\"common\": {}, \"role\": {}}", """
                "component_parameters": {"common": {}, "role": {
                  "guest": {"0": {"reader_0": {"table": {"namespace": "bank", "name": "g"}}}},
                  "host": {"0": {"reader_0": {"table": {"namespace": "bank", "name": "%s"}}}}}}""".formatted(table));
    }

    final String writing(String table, String as) {
        return createBody("\"writer_0\": {\"module\": \"Writer\"}", "")
                .replace("\"component_parameters\": {\"common\": {}, \"role\": {}}", """
                "component_parameters": {"common": {}, "role": {
                  "guest": {"0": {"writer_0": {"namespace": "bank", "name": "g", "output_namespace": "bank", "output_name": "h"}}},
                  "host": {"0": {"writer_0": {"namespace": "bank", "name": "%s", "output_namespace": "bank", "output_name": "%s"}}}}}""".formatted(table, as));
    }

    final String project() {
        return site().jdbc().queryForObject("select project from job where job_id = ?", String.class, JOB);
    }

    final void tables() {
        TrackingStore rows = new TrackingStore(site().jdbc(), Clock.systemUTC());
        for (String project : Set.of("credit", "fraud")) {
            rows.bound(
                    "bank",
                    "of " + project,
                    "PATH",
                    Json.object(),
                    Json.object().put("head", 1),
                    project);
        }
    }

    /** The partner's jobs are of nobody's project, as they are at a site without projects. */
    abstract static class OfNobody extends ForeignProjectsContract {

        @Override
        boolean isPartner() {
            return false;
        }

        @Test
        void whatAnotherSiteSaysOfProjectsIsThatSites() {
            tables();

            assertThat(job("create", reading("of fraud", ", \"project\": \"credit\""))
                            .retcode())
                    .isZero();

            assertThat(project()).isEmpty();
            job("stop/canceled");
        }
    }

    /** The partner's jobs are of a project. */
    abstract static class OfPartner extends ForeignProjectsContract {

        @Override
        boolean isPartner() {
            return true;
        }

        @Test
        void aPartnersJobIsOfItsProjectAndReadsTablesOfThat() {
            tables();

            assertThat(job("create", reading("of credit", ", \"project\": \"fraud\""))
                            .retcode())
                    .isZero();

            assertThat(project()).isEqualTo("credit");
            job("stop/canceled");
        }

        @Test
        void aPartnersJobReadsNoTableOfAnotherProject() {
            tables();

            assertThat(job("create", reading("of fraud", "")))
                    .satisfies(answer -> assertThat(answer.retcode()).isNotZero())
                    .satisfies(answer -> assertThat(answer.retmsg()).contains("FFB-5310"));
            assertThat(site().jdbc().queryForList("select job_id from job")).isEmpty();
        }

        @Test
        void whileAJobOfThisSiteMakesATableNoPartnersJobOfAnotherProjectBeginsThatMakesOneOfThatName()
                throws InterruptedException {
            tables();
            String own = site().jobs().submit(making("new", "fraud")).jobId();
            ExecutorTask running = fetch();
            assertThat(job("create", writing("of credit", "new")).retcode()).isZero();

            assertThat(job("resource/apply")).satisfies(refused("FFB-5334", "makes table bank.new just now"));
            assertThat(job("start")).satisfies(refused("FFB-5334"));
            assertThat(jobStatus()).isEqualTo("ready");

            site().executorTasks().complete("w", running.id(), TestWorker.failed("no such file"));
            awaitFailed(own);
            assertThat(job("resource/apply").retcode()).isZero();
            String next = site().jobs().submit(making("new", "fraud")).jobId();
            awaitFailed(next);
            assertThat(site().jdbc().queryForList("select error_report from job where job_id = ?", String.class, next))
                    .singleElement()
                    .asString()
                    .contains("FFB-5334");
            job("stop/canceled");
            List.of(own, next).forEach(failed -> site().jobs().stop(failed, "canceled"));
        }

        @Test
        void aPartnersJobDoesNotBeginWhenAnotherProjectHasMadeTheTableMeanwhile() {
            tables();
            assertThat(job("create", writing("of credit", "new")).retcode()).isZero();

            new TrackingStore(site().jdbc(), Clock.systemUTC())
                    .bound("bank", "new", "PATH", Json.object(), Json.object().put("head", 1), "fraud");

            assertThat(job("resource/apply")).satisfies(refused("FFB-5310", "bank.new is not of project credit"));
            job("stop/canceled");
        }

        private static Consumer<Answer> refused(String... words) {
            return answer -> {
                assertThat(answer.retcode()).isEqualTo(Answer.OPERATING_ERROR);
                assertThat(answer.retmsg()).contains(words);
            };
        }

        private void awaitFailed(String job) {
            await().atMost(LONG_ENOUGH).until(() -> site().jobStatus(job).equals("failed"));
        }
    }
}

package io.fateflow.engine.contract;

import java.time.Clock;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.fateflow.database.Json;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.project.Projects;
import io.fateflow.engine.tracking.TrackingStore;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.createBody;
import static org.assertj.core.api.Assertions.assertThat;

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
    }
}

package io.fateflow.tools.bench;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** A bench whose job is refused measures nothing. */
class BenchJobsTest {

    private final DslTranslator translator = new DslTranslator(ModuleCatalog.standard());

    @Test
    void aJobThatOnlyReservesIsTaken() {
        ObjectNode job = GangBench.job("job", List.of(new Party("host", 9999), new Party("host", 10000)));

        assertTaken(job.withObject("dsl"), job.withObject("runtime_conf"));
    }

    @Test
    void jobsThatAreSubmittedAreTaken() {
        for (ObjectNode job : List.of(
                BenchJob.ofThreeSites(),
                BenchJob.submission(BenchJob.dsl(20), true),
                BenchJob.withHosts(List.of(10000L, 10001L)))) {
            assertTaken(job.withObject("job_dsl"), job.withObject("job_runtime_conf"));
        }
    }

    private void assertTaken(ObjectNode dsl, ObjectNode conf) {
        assertThat(translator.translate(dsl.toString(), conf.toString())).isInstanceOf(Translation.Accepted.class);
    }
}

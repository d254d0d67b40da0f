package io.fateflow.tools.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

class CompareBenchTest {

    private static final Map<String, CompareBench.Result> OURS =
            Map.of("toy <example>", new CompareBench.Result(0.5, List.of(100.0, 200.0, 300.0)));

    @Test
    void itsJobsAreTaken() {
        DslTranslator translator = new DslTranslator(ModuleCatalog.standard());
        for (ObjectNode job : List.of(
                CompareBench.toy(),
                CompareBench.reading(CompareBench.chain()),
                CompareBench.reading(CompareBench.fan()))) {
            assertThat(translator.translate(
                            job.path("job_dsl").toString(),
                            job.path("job_runtime_conf").toString()))
                    .isInstanceOf(Translation.Accepted.class);
        }
    }

    @Test
    void bothServersStandBesideEachOther() {
        assertThat(CompareBenchCommand.table(both())).isEqualTo("""
                | | this server: seconds | from component to component | FATE Flow: seconds | from component to component | times as fast |
                |---|---:|---:|---:|---:|---:|
                | toy <example> | 0.50 | 0.20 s | 10.0 |  | 20.0 |
                """);
    }

    @Test
    void oneServerAloneIsComparedWithNothing() {
        assertThat(CompareBenchCommand.table(Map.of("this server", OURS))).doesNotContain("times as fast");
    }

    @Test
    void barsAreAsLongAsTheirValuesAndTextsAreNoMarkup() {
        String svg = CompareBenchCommand.chart(both()).toString();

        assertThat(svg).contains("width=\"440\"", "width=\"22\"", "toy &lt;example>");
    }

    private static Map<String, Map<String, CompareBench.Result>> both() {
        Map<String, Map<String, CompareBench.Result>> both = new LinkedHashMap<>();
        both.put("this server", OURS);
        both.put("FATE Flow", Map.of("toy <example>", new CompareBench.Result(10, List.of())));
        return both;
    }
}

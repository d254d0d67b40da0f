package io.fateflow.worker.component.scorecard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.PassException;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.testing.Federation;
import io.fateflow.worker.testing.Tables;

import static org.assertj.core.api.Assertions.assertThat;

class ScorecardTest {

    private static final String GUEST = "guest:9999";
    private static final String HOST = "host:10000";

    @TempDir
    Path directory;

    @Test
    void aScoreGrowsByTheFactorWhenOddsDouble() throws Exception {
        List<Row> rows = scores("{}", "0.5", "0.3333333333333333", "0.6666666666666666", "0.8");

        assertThat(rows.stream().map(row -> row.values().get(3))).containsExactly("500.0", "520.0", "480.0", "460.0");
        assertThat(rows.get(0).values()).containsExactly("1", "0", "0.5", "500.0");
    }

    @Test
    void scoresStayWithinTheirLimits() throws Exception {
        assertThat(scores("{}", "0", "1", "1.5", "1e-300").stream()
                        .map(row -> row.values().get(3)))
                .containsExactly("1500.0", "0.0", "0.0", "1500.0");
        assertThat(
                        scores(
                                        "{\"lower_limit_value\": 490, \"offset\": 500, \"upper_limit_ratio\": 1.01}",
                                        "0.3",
                                        "0.7")
                                .stream()
                                .map(row -> row.values().get(3)))
                .containsExactly("505.0", "490.0");
    }

    @Test
    void aPartyWithoutPredictionsPasses() throws Exception {
        Federation federation = federation("{}", "0.5");

        assertThat(federation.run().failures().get(Federation.party(HOST))).isInstanceOf(PassException.class);
    }

    @Test
    void theFormulaIsInTheSummary() throws Exception {
        assertThat(federation("{\"factor_base\": 2.5}", "0.5")
                        .run()
                        .result(GUEST)
                        .at("/summary/scorecard_compute_formula")
                        .asText())
                .isEqualTo("Score = 500 + 20 / ln(2.5) * ln(Odds)");
    }

    @Test
    void mistakesAreNamed() throws Exception {
        assertThat(federation("{\"factor_base\": 1}", "0.5").run().failure(GUEST))
                .contains("factor_base");
        assertThat(federation("{\"method\": \"debit\"}", "0.5").run().failure(GUEST))
                .contains("method");
        assertThat(federation("{}", "0.5", "much").run().failure(GUEST)).contains("row 2", "predict_score");
    }

    private List<Row> scores(String parameters, String... predicted) throws Exception {
        Federation federation = federation(parameters, predicted);
        Federation.Run run = federation.run();
        return new Tables(federation.tables(GUEST)).rows(run.output(GUEST, "data"));
    }

    private Federation federation(String parameters, String... predicted) throws IOException {
        Federation federation =
                new Federation(directory, GUEST, HOST).component(Scorecard::new).parameters(parameters);
        StringBuilder csv = new StringBuilder("id,label,predict_result,predict_score,predict_detail,type");
        for (int i = 0; i < predicted.length; i++) {
            csv.append("\nid-").append(i).append(",1,0,").append(predicted[i]).append(",{},train");
        }
        return federation.input(GUEST, "data", new Tables(federation.tables(GUEST)).text(csv.toString()));
    }
}

package io.fateflow.worker.component.linear;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.component.ModelInput;
import io.fateflow.worker.testing.Federation;

import static io.fateflow.worker.component.linear.LinearFixture.ARBITER;
import static io.fateflow.worker.component.linear.LinearFixture.GUEST;
import static io.fateflow.worker.component.linear.LinearFixture.HOST;
import static io.fateflow.worker.component.linear.LinearFixture.Table;
import static io.fateflow.worker.component.linear.LinearFixture.part;
import static io.fateflow.worker.component.linear.LinearFixture.table;
import static org.assertj.core.api.Assertions.assertThat;

class HeteroLRBadDataTest {

    private static final int ROWS = 12;

    private final double[][] x = LinearFixture.columns(5, ROWS, 3);
    private final double[] y = LinearFixture.labels(6, x);

    @TempDir
    Path directory;

    @Test
    void aGuestWithoutLabelIsRefused() throws Exception {
        assertThat(failure(GUEST, guest(), host())).contains("guest 9999: train_data has no label", "with_label");
    }

    @Test
    void aMissingLabelIsNamedByItsRow() throws Exception {
        y[4] = Double.NaN;

        assertThat(failure(GUEST, guest().numericLabels(y), host())).contains("guest 9999", "no label in row 5");
    }

    @Test
    void aLabelThatIsNoClassIsNamedByItsRow() throws Exception {
        y[2] = 0.25;

        assertThat(failure(GUEST, guest().numericLabels(y), host()))
                .contains("row 3", "not a whole number")
                .doesNotContain("0.25");
    }

    @Test
    void twoClassesMustBeZeroAndOne() throws Exception {
        double[] others = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            others[i] = y[i] + 4;
        }

        assertThat(failure(GUEST, guest().labels(others), host())).contains("labels 0 and 1", "LabelTransform");
        assertThat(failure(GUEST, guest().labels(new double[ROWS]), host())).contains("all labels are the same");
    }

    @Test
    void aMissingFeatureIsNamedByPartyColumnAndRowAtEveryParty() throws Exception {
        x[7][2] = Double.NaN;

        for (String party : new String[] {GUEST, HOST, ARBITER}) {
            assertThat(failure(party, guest().labels(y), host()))
                    .as(party)
                    .contains("host 10000: train_data has no value in column x2 of row 8", "missing_fill")
                    .doesNotContain("person");
        }
    }

    @Test
    void aWeightThatIsNoNumberIsNamedByItsRow() throws Exception {
        double[] weights = new double[ROWS];
        weights[6] = Double.NaN;

        assertThat(failure(GUEST, guest().labels(y).weights(weights), host()))
                .contains("guest 9999: train_data has a weight in row 7 that is not a finite number");
    }

    @Test
    void weightsThatAddUpToNothingAreRefused() throws Exception {
        double[] weights = new double[ROWS];
        weights[0] = 1;
        weights[1] = -1;

        assertThat(failure(GUEST, guest().labels(y).weights(weights), host())).contains("weights add up to 0");
    }

    @Test
    void aHugeFeatureIsNamed() throws Exception {
        x[1][0] = 123456789.5;

        assertThat(failure(GUEST, guest().labels(y), host()))
                .contains("column x0 of row 2", "FeatureScale")
                .doesNotContain("123456789");
    }

    @Test
    void rowsThatAHostLacksAreCounted() throws Exception {
        assertThat(failure(HOST, guest().labels(y), host().ids("other-")))
                .contains("host 10000 has not 12 of the 12 rows", "Intersection")
                .doesNotContain("person", "other-");
    }

    @Test
    void aHostWithoutDataIsNamed() throws Exception {
        Federation federation = federation();
        federation.input(GUEST, "train_data", guest().labels(y).in(federation, GUEST, "g"));

        assertThat(federation.run().failure(HOST)).isEqualTo("host 10000 has no train_data");
    }

    @Test
    void columnsThatTheModelKnowsMustBeThere() throws Exception {
        Federation training = federation();
        training.input(GUEST, "train_data", guest().labels(y).in(training, GUEST, "g"))
                .input(HOST, "train_data", host().in(training, HOST, "h"));
        Federation.Run trained = training.run();

        Federation predicting = federation();
        predicting
                .input(GUEST, "test_data", guest().in(predicting, GUEST, "t"))
                .input(HOST, "test_data", table(part(x, 0, 2), 5).in(predicting, HOST, "t"))
                .model(GUEST, ModelInput.Kind.MODEL, trained.model(GUEST))
                .model(HOST, ModelInput.Kind.MODEL, trained.model(HOST));

        assertThat(predicting.run().failure(HOST))
                .contains("the model was trained with columns that the data has not: x2");
    }

    @Test
    void emptyDataIsRefused() throws Exception {
        Federation federation = federation();
        federation
                .input(GUEST, "train_data", guest().labels(y).in(federation, GUEST, "g"))
                .input(HOST, "train_data", host().empty().in(federation, HOST, "h"));

        assertThat(federation.run().failure(ARBITER)).contains("host 10000: train_data has no rows");
    }

    private Table guest() {
        return table(part(x, 0, 2), 0);
    }

    private Table host() {
        return table(part(x, 2, 3), 2);
    }

    private String failure(String party, Table guest, Table host) throws IOException, InterruptedException {
        Federation federation = federation();
        federation
                .input(GUEST, "train_data", guest.in(federation, GUEST, "g"))
                .input(HOST, "train_data", host.in(federation, HOST, "h"));
        return federation.run().failure(party);
    }

    private Federation federation() {
        return new Federation(directory, GUEST, HOST, ARBITER)
                .component(HeteroLR::new)
                .parameters("{\"max_iter\": 1, \"alpha\": 0.01, \"encrypt_param\": {\"key_length\": 1024}}");
    }
}

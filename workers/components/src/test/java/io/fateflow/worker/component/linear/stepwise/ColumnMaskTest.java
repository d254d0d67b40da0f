package io.fateflow.worker.component.linear.stepwise;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.Stepwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

class ColumnMaskTest {

    @Test
    void aPartyKeepsItsLastColumn() {
        assertThat(new ColumnMask("10110", 2).withOneLess())
                .extracting(ColumnMask::digits)
                .containsExactly("10010", "10100");
    }

    @Test
    void aColumnMoreIsAHostsFirst() {
        assertThat(new ColumnMask("10010", 2).withOneMore())
                .extracting(ColumnMask::digits)
                .containsExactly("11010", "10110", "10011");
    }

    @Test
    void outOfNothingComesOneColumnOfEachParty() {
        assertThat(ColumnMask.none(2, 2).withOneMore())
                .extracting(ColumnMask::digits)
                .containsExactly("1010", "1001", "0110", "0101");
    }

    @Test
    void eachPartyFindsItsColumns() {
        ColumnMask mask = new ColumnMask("01101", 2);

        assertThat(mask.host().columns(List.of("a", "b"), true)).containsExactly("b");
        assertThat(mask.guest().columns(List.of("c", "d", "e"), true)).containsExactly("c", "e");
        assertThat(mask.guest().columns(List.of("c", "d", "e"), false)).containsExactly("d");
        assertThatThrownBy(() -> new ColumnMask("012", 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /** By hand: 2·3 + 100·ln 0.5, ln 100·3 + 2·100·0.25. */
    @Test
    void scoresAreFates() {
        assertThat(Score.of(Stepwise.Criterion.AIC, Flavour.HETERO_LINR, 100).of(3, 0.25))
                .isCloseTo(-63.3147180559945, offset(1e-10));
        assertThat(Score.of(Stepwise.Criterion.BIC, Flavour.HETERO_LR, 100).of(3, 0.25))
                .isCloseTo(63.8155105579643, offset(1e-10));
        assertThatThrownBy(() ->
                        Score.of(Stepwise.Criterion.AIC, Flavour.HETERO_LINR, 9).of(3, 0))
                .hasMessageContaining("need_stepwise");
    }

    @Test
    void theSearchEndsWhereFatesDoes() {
        StepEnd end = new StepEnd(new Stepwise(true, Stepwise.Criterion.AIC, "both", 5, 2, 4));
        ColumnMask three = new ColumnMask("11100", 3);

        assertThat(end.isAt(0, three, three)).as("the first step ends nothing").isFalse();
        assertThat(end.isAt(1, three, three)).as("nothing better was found").isTrue();
        assertThat(end.isAt(1, new ColumnMask("10001", 3), three))
                .as("more is possible")
                .isFalse();
        assertThat(end.isAt(1, three, new ColumnMask("11110", 3)))
                .as("most columns")
                .isTrue();
        assertThat(end.isAt(1, three, new ColumnMask("11000", 3)))
                .as("least columns")
                .isTrue();
        assertThat(end.isAt(1, new ColumnMask("10000", 3), new ColumnMask("10001", 3)))
                .as("least columns, but from below")
                .isFalse();
        assertThat(end.isAt(1, three, ColumnMask.all(3, 2))).as("all columns").isTrue();
        assertThat(end.isAt(5, new ColumnMask("10001", 3), three))
                .as("last step")
                .isTrue();
    }

    @Test
    void aModelOfTheInterceptAloneIsTheShareOrTheMean() {
        InterceptOnly share = InterceptOnly.of(Flavour.HETERO_LR, 1, 1, 1, 0).orElseThrow();
        InterceptOnly mean = InterceptOnly.of(Flavour.HETERO_LINR, 1, 5).orElseThrow();

        assertThat(share.intercept()).isCloseTo(Math.log(3), offset(1e-12));
        assertThat(share.loss()).isCloseTo(0.562335144618808, offset(1e-12));
        assertThat(mean).isEqualTo(new InterceptOnly(3, 2));
        assertThat(InterceptOnly.of(Flavour.HETERO_POISSON, 1, 2)).isEmpty();
    }
}

package io.fateflow.engine.resource.amount;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResourceQuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0.00019, more than four decimals",
        "0.00004, more than four decimals",
        "1E-999999999, more than four decimals",
        "-1, negative",
        "1E+999999999, too large",
        "1000000000000000, too large"
    })
    void refusesWhatIsNoAmount(String text, String why) {
        assertThatThrownBy(() -> ResourceQuantity.of(new BigDecimal(text)))
                .isInstanceOf(InvalidAmountException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.5",
        "2, 2",
        "2.0000, 2",
        "0.00010, 0.0001",
        "4E+3, 4000",
        "0E-20, 0",
        "99999999999999.9999, 99999999999999.9999"
    })
    void takesWhatIsOne(String text, String shown) {
        assertThat(ResourceQuantity.of(new BigDecimal(text))).hasToString(shown);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "0.0001, true", "0.5, true", "1, true", "1.5, false", "2, true"})
    void aTaskAsksForWholeUnitsOrAShareOfOne(BigDecimal amount, boolean may) {
        assertThat(ResourceQuantity.of(amount).isDemand()).isEqualTo(may);
    }

    @Test
    void isNeverNegative() {
        assertThatThrownBy(() -> ResourceQuantity.of(1).minus(ResourceQuantity.of(2)))
                .isInstanceOf(InvalidAmountException.class);
        assertThat(ResourceQuantity.of(1).minusAtMost(ResourceQuantity.of(2))).isEqualTo(ResourceQuantity.ZERO);
    }

    @Property
    void amountsThatWereAddedAndTakenAwayInAnyOrderLeaveNothing(
            @ForAll @Size(max = 50) List<@LongRange(min = 0, max = 1_000_000) Long> units, @ForAll long seed) {
        ResourceQuantity sum = ResourceQuantity.ZERO;
        for (long amount : units) {
            sum = sum.plus(new ResourceQuantity(amount));
        }
        assertThat(sum.decimal())
                .isEqualByComparingTo(BigDecimal.valueOf(
                        units.stream().mapToLong(Long::longValue).sum(), 4));

        List<Long> shuffled = new ArrayList<>(units);
        Collections.shuffle(shuffled, new Random(seed));
        for (long amount : shuffled) {
            sum = sum.minus(new ResourceQuantity(amount));
        }
        assertThat(sum).isEqualTo(ResourceQuantity.ZERO);
    }
}

package io.fateflow.tools.demo;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CreditDataTest {

    private final CreditData data = CreditData.generate(7);

    @Test
    void isTheSameForTheSameSeed() {
        assertThat(CreditData.generate(7).guestCsv()).isEqualTo(data.guestCsv());
        assertThat(CreditData.generate(8).guestCsv()).isNotEqualTo(data.guestCsv());
    }

    @Test
    void partiesHaveTwoThousandPeopleInCommonInAnOrderOfTheirOwn() {
        List<String> guest = ids(data.guestCsv());
        List<String> host = ids(data.hostCsv());
        Set<String> common = new HashSet<>(guest);
        common.retainAll(host);

        assertThat(guest).hasSize(3000).doesNotHaveDuplicates();
        assertThat(host).hasSize(3000).doesNotHaveDuplicates();
        assertThat(common).hasSize(2000);
        assertThat(data.common()).extracting(CreditData.Person::id).containsExactlyInAnyOrderElementsOf(common);
        assertThat(guest).isNotEqualTo(guest.stream().sorted().toList());
    }

    @Test
    void onlyTheGuestKnowsWhoDefaulted() {
        assertThat(data.guestCsv()).startsWith("id,y,age,income,");
        assertThat(data.hostCsv()).startsWith("id,balance,").doesNotContain("y,");
        double share =
                data.common().stream().filter(CreditData.Person::defaulted).count() / 2000.0;
        assertThat(share).isBetween(0.2, 0.4);
    }

    @Test
    void bothTogetherKnowMoreThanTheGuest() {
        CreditModel everything = new CreditModel(zeros(CreditData.guestColumns()), zeros(CreditData.hostColumns()));
        CreditBaseline baseline =
                new CreditBaseline(data.common(), new PooledRegression.Settings(0.01, 0.05, 1, 1e-5, 20));

        double pooled = baseline.auc(baseline.pooled(everything), everything);
        System.out.printf(
                "auc: guest alone %.4f, pooled %.4f after %d steps, truth %.4f%n",
                baseline.guestAloneAuc(everything),
                pooled,
                baseline.pooled(everything).losses().size(),
                baseline.trueAuc());

        assertThat(pooled)
                .isGreaterThan(baseline.guestAloneAuc(everything) + 0.05)
                .isLessThan(baseline.trueAuc() + 0.01);
    }

    private static ObjectNode zeros(List<String> columns) {
        ObjectNode weights = JsonNodeFactory.instance.objectNode();
        columns.forEach(column -> weights.put(column, 0.0));
        return weights;
    }

    private static List<String> ids(String csv) {
        return csv.lines()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
    }
}

package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.fateflow.engine.consent.PolicyAnswer;
import io.fateflow.engine.consent.PolicyAnswer.Escalation;
import io.fateflow.engine.consent.PolicyDecision;

import static org.assertj.core.api.Assertions.assertThat;

class PolicyRulesTest {

    private static PolicyAnswer answer(Object... outputs) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < outputs.length; i += 2) {
            values.put((String) outputs[i], outputs[i + 1]);
        }
        return PolicyRules.answer(4, "rule 2", values);
    }

    @Test
    void whatARuleLeavesOutIsUsual() {
        assertThat(answer("decision", "ask", "reason", "why"))
                .isEqualTo(new PolicyAnswer(
                        PolicyDecision.ASK,
                        "why",
                        "fateDataOwners",
                        false,
                        Duration.ofDays(1),
                        Duration.ofDays(7),
                        null,
                        4,
                        "rule 2",
                        false));
    }

    @Test
    void theStricterOfTwoAnswersCounts() {
        PolicyAnswer allow = answer("decision", "allow");
        PolicyAnswer ask = answer("decision", "ask", "reason", "why", "expire_after", "PT4H");
        PolicyAnswer fourEyes = answer("decision", "ask", "reason", "more", "four_eyes", true);
        PolicyAnswer refuse = answer("decision", "refuse", "reason", "no");

        assertThat(allow.and(ask)).isEqualTo(ask);
        assertThat(ask.and(refuse).and(allow)).isEqualTo(refuse);
        PolicyAnswer both = allow.and(ask).and(fourEyes);
        assertThat(both.fourEyes()).isTrue();
        assertThat(both.expireAfter()).isEqualTo(Duration.ofHours(4));
        assertThat(both.reason()).isEqualTo("why; more");
    }

    @Test
    void theSoonerOfTwoEscalationsCounts() {
        PolicyAnswer later = answer("decision", "ask", "reason", "why", "escalate_to", "board");
        PolicyAnswer sooner =
                answer("decision", "ask", "reason", "why", "escalate_to", "board", "escalate_after", "PT8H");
        PolicyAnswer never = answer("decision", "ask", "reason", "why");

        assertThat(later.escalation()).isEqualTo(new Escalation("board", Duration.ofDays(2)));
        assertThat(List.of(never.and(later).and(sooner), sooner.and(later).and(never)))
                .extracting(PolicyAnswer::escalation)
                .containsOnly(new Escalation("board", Duration.ofHours(8)));
        assertThat(later.and(answer("decision", "ask", "reason", "why", "escalate_to", "owners"))
                        .reason())
                .isEqualTo("they escalate to different groups for one table: board and owners");
        assertThat(answer("decision", "ask", "reason", "why", "escalate_after", "PT8H")
                        .reason())
                .isEqualTo("it has escalate_after, and no escalate_to");
        assertThat(answer("decision", "ask", "reason", "why", "escalate_to", "a,b")
                        .reason())
                .isEqualTo("its escalate_to is no id of one group");
    }

    @Test
    void twoGroupsForOneTableAreRefused() {
        PolicyAnswer both = answer("decision", "ask", "reason", "why", "approver", "cardiology")
                .and(answer("decision", "ask", "reason", "why", "approver", "oncology"));

        assertThat(both.decision()).isEqualTo(PolicyDecision.REFUSE);
        assertThat(both.isBroken()).isTrue();
        assertThat(both.reason()).contains("cardiology", "oncology");
    }

    @Test
    void whatIsNotClearRefuses() {
        assertThat(answer("decision", "Allow").isBroken()).isTrue();
        assertThat(answer("reason", "why").isBroken()).isTrue();
        assertThat(answer("decision", "refuse").isBroken()).isTrue();
        assertThat(answer("decision", "ask", "reason", "why", "four_eyes", "yes")
                        .isBroken())
                .isTrue();
        assertThat(answer("decision", "ask", "reason", "why", "remind_after", "PT1S")
                        .isBroken())
                .isTrue();
        assertThat(answer("decision", "ask", "reason", "why", "expire_after", "P99999D")
                        .isBroken())
                .isTrue();
        assertThat(answer("decision", "allow", "approver", "${x}").isBroken()).isTrue();
    }
}

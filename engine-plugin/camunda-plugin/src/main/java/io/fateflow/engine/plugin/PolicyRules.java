package io.fateflow.engine.plugin;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.consent.PolicyAnswer;
import io.fateflow.engine.consent.PolicyDecision;

/** What the outputs of a policy's rules mean. */
final class PolicyRules {

    private static final String DECISION = "decision";
    private static final String REASON = "reason";
    private static final String APPROVER = "approver";
    private static final String FOUR_EYES = "four_eyes";
    private static final String REMIND_AFTER = "remind_after";
    private static final String EXPIRE_AFTER = "expire_after";
    private static final String ESCALATE_TO = "escalate_to";
    private static final String ESCALATE_AFTER = "escalate_after";

    /** One group: what parts names in lists must not be in it. */
    private static final Pattern GROUP = Pattern.compile("[\\w.@-]{1,200}");

    private static final Pattern LITERAL = Pattern.compile("\"([^\"]*)\"");
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private PolicyRules() {}

    /** What a rule says; one that says nothing clear refuses. */
    static PolicyAnswer answer(int version, String rule, Map<String, ? extends @Nullable Object> outputs) {
        try {
            return read(version, rule, outputs);
        } catch (UnusableDecisionException e) {
            return PolicyAnswer.broken(version, rule, String.valueOf(e.getMessage()));
        }
    }

    private static PolicyAnswer read(int version, String rule, Map<String, ? extends @Nullable Object> outputs)
            throws UnusableDecisionException {
        String word = text(outputs, DECISION);
        PolicyDecision decision = PolicyDecision.of(word)
                .orElseThrow(() -> new UnusableDecisionException(
                        "its decision is '%s', and not allow, ask or refuse".formatted(word)));
        String reason = text(outputs, REASON);
        if (reason.isEmpty() && decision != PolicyDecision.ALLOW) {
            throw new UnusableDecisionException("it names no reason");
        }
        return new PolicyAnswer(
                decision,
                reason,
                text(outputs, APPROVER).isEmpty() ? PolicyAnswer.DATA_OWNERS : group(outputs, APPROVER),
                fourEyes(outputs.get(FOUR_EYES)),
                duration(outputs, REMIND_AFTER, PolicyAnswer.REMIND_EVERY),
                duration(outputs, EXPIRE_AFTER, PolicyAnswer.EXPIRE_AFTER),
                escalation(outputs),
                version,
                rule,
                false);
    }

    private static String text(Map<String, ? extends @Nullable Object> outputs, String name) {
        Object value = outputs.get(name);
        return value == null ? "" : value.toString().strip();
    }

    private static String group(Map<String, ? extends @Nullable Object> outputs, String name)
            throws UnusableDecisionException {
        String group = text(outputs, name);
        if (!GROUP.matcher(group).matches()) {
            throw new UnusableDecisionException("its %s is no id of one group".formatted(name));
        }
        return group;
    }

    private static PolicyAnswer.@Nullable Escalation escalation(Map<String, ? extends @Nullable Object> outputs)
            throws UnusableDecisionException {
        if (text(outputs, ESCALATE_TO).isEmpty()) {
            if (text(outputs, ESCALATE_AFTER).isEmpty()) {
                return null;
            }
            throw new UnusableDecisionException("it has escalate_after, and no escalate_to");
        }
        return new PolicyAnswer.Escalation(
                group(outputs, ESCALATE_TO), duration(outputs, ESCALATE_AFTER, PolicyAnswer.ESCALATE_AFTER));
    }

    private static boolean fourEyes(@Nullable Object value) throws UnusableDecisionException {
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean two) {
            return two;
        }
        throw new UnusableDecisionException("its four_eyes is neither true nor false");
    }

    private static Duration duration(Map<String, ? extends @Nullable Object> outputs, String name, Duration otherwise)
            throws UnusableDecisionException {
        String text = text(outputs, name);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            Duration duration = Duration.parse(text);
            if (duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        } catch (DateTimeException e) {
            throw new UnusableDecisionException("its %s is no duration as PT4H or P2D: '%s'".formatted(name, text));
        }
        throw new UnusableDecisionException(
                "its %s is shorter than a minute, or longer than ten years".formatted(name));
    }

    /** What is wrong with a policy, as far as it can be seen without evaluating it. */
    static List<String> problems(DecisionTable table) {
        List<String> problems = new ArrayList<>();
        for (String needed : List.of(DECISION, REASON)) {
            if (!table.outputs().contains(needed)) {
                problems.add("it has no output " + needed);
            }
        }
        if (table.outputs().contains(DECISION)) {
            table.cells(DECISION).forEach(cell -> problem(cell).ifPresent(problems::add));
        }
        return problems;
    }

    /** Of an expression only its evaluation knows what comes out. */
    private static Optional<String> problem(DecisionTable.Cell cell) {
        var literal = LITERAL.matcher(cell.text());
        boolean isWrong = cell.text().isEmpty()
                || (literal.matches() && PolicyDecision.of(literal.group(1)).isEmpty());
        return isWrong
                ? Optional.of("%s has the decision %s, and not allow, ask or refuse"
                        .formatted(cell.rule(), cell.text().isEmpty() ? "nothing" : cell.text()))
                : Optional.empty();
    }
}

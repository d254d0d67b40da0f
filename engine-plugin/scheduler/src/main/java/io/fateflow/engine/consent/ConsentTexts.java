package io.fateflow.engine.consent;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import io.fateflow.dsl.Party;

/** What an initiator is told of consents: never who has decided. */
final class ConsentTexts {

    private ConsentTexts() {}

    /** Why a policy refuses a request; empty if it does not. */
    static Optional<String> refusal(ConsentQuestion question) {
        PolicyAnswer answer = question.answer();
        if (answer.decision() != PolicyDecision.REFUSE) {
            return Optional.empty();
        }
        Party own = question.request().own();
        return Optional.of(
                answer.isBroken()
                        ? "FFB-5131 %s can't follow its policy (version %d, %s), and refuses the job: %s (table %s)"
                                .formatted(own, answer.version(), answer.rule(), answer.reason(), table(question))
                        : "FFB-5130 %s refuses the job by its policy (version %d, %s): %s (table %s)"
                                .formatted(own, answer.version(), answer.rule(), answer.reason(), table(question)));
    }

    private static String table(ConsentQuestion question) {
        return question.request().table().fullName();
    }

    /** What a job waits for whose tables somebody was asked for. */
    static String waiting(List<ConsentRow> asked) {
        ConsentRow first = asked.get(0);
        return "FFB-5135 waits for the consent of %s, asked on %s (table %s)"
                .formatted(
                        first.request().own(),
                        time(asked.stream().mapToLong(ConsentRow::askTime).min().orElseThrow()),
                        String.join(
                                ", ",
                                asked.stream()
                                        .map(row -> row.request().table().fullName())
                                        .toList()));
    }

    /** Why a consent does not let its job begin, which it once might have. */
    static String refused(ConsentRow row) {
        Party own = row.request().own();
        String table = row.request().table().fullName();
        return switch (row.state()) {
            case REFUSED ->
                row.decidedBy().equals(Consents.POLICY)
                        ? row.remark()
                        : "FFB-5132 the data owner of %s has refused the consent to read table %s%s"
                                .formatted(own, table, because(row.remark()));
            case EXPIRED ->
                "FFB-5133 nobody at %s has decided within %s whether the job may read table %s"
                        .formatted(own, shown(row.answer().expireAfter()), table);
            case WITHDRAWN ->
                "FFB-5134 %s has withdrawn the consent to read table %s%s".formatted(own, table, because(row.remark()));
            default -> "FFB-5142 the consent of %s to read table %s was for a time that is over".formatted(own, table);
        };
    }

    private static String because(String remark) {
        return remark.isBlank() ? "" : ": " + remark;
    }

    private static Instant time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
    }

    private static String shown(Duration duration) {
        return duration.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

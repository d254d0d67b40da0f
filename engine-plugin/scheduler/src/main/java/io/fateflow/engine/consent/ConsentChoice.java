package io.fateflow.engine.consent;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What somebody decides who was asked.
 *
 * @param grants or refuses
 * @param remark in his words; the initiator reads it if he refuses
 * @param validUntil epoch milliseconds: it holds until then for later jobs, too; null if it is not to
 * @param uses for how many jobs it holds, this one among them; null if they are not counted
 */
public record ConsentChoice(
        boolean grants,
        String remark,
        @Nullable Long validUntil,
        @Nullable Integer uses) {

    /** Names of its values, in a call's body and in a process. */
    public static final String DECISION = "decision";

    public static final String COMMENT = "comment";
    public static final String UNTIL = "until";
    public static final String USES = "uses";

    private static final String GRANT = "grant";
    private static final String REFUSE = "refuse";
    private static final int MOST_USES = 1_000_000;

    /**
     * Reads it from what was sent or typed: a date is meant until its end.
     *
     * @param zone of the site
     * @throws InvalidConsentException if it is not clear what is meant, or the time is over
     */
    public static ConsentChoice of(Map<String, ? extends @Nullable Object> values, ZoneId zone, Instant now) {
        String decision = text(values, DECISION);
        if (!decision.equals(GRANT) && !decision.equals(REFUSE)) {
            throw new InvalidConsentException(
                    "FFB-5138 decision is %s or %s, not '%s'".formatted(GRANT, REFUSE, shown(decision)));
        }
        Long until = until(text(values, UNTIL), zone);
        if (until != null && until <= now.toEpochMilli()) {
            throw new InvalidConsentException("FFB-5138 until is over already: name a later time, or none");
        }
        return new ConsentChoice(
                decision.equals(GRANT),
                ConsentStore.fitted(text(values, COMMENT), ConsentStore.LONGEST_TEXT),
                until,
                uses(text(values, USES)));
    }

    private static String text(Map<String, ? extends @Nullable Object> values, String name) {
        Object value = values.get(name);
        return value == null ? "" : value.toString().strip();
    }

    private static @Nullable Long until(String text, ZoneId zone) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return text.length() == "2026-01-31".length()
                    ? LocalDate.parse(text)
                            .plusDays(1)
                            .atStartOfDay(zone)
                            .toInstant()
                            .toEpochMilli()
                    : OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new InvalidConsentException(
                    "FFB-5138 until is a date as 2026-01-31, or a time as 2026-01-31T18:00:00Z, not '%s'"
                            .formatted(shown(text)),
                    e);
        }
    }

    private static @Nullable Integer uses(String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            int uses = new BigDecimal(text).intValueExact();
            if (uses >= 1 && uses <= MOST_USES) {
                return uses;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidConsentException("FFB-5138 uses is a number of jobs, not '%s'".formatted(shown(text)), e);
        }
        throw new InvalidConsentException("FFB-5138 uses is from 1 to %d".formatted(MOST_USES));
    }

    private static String shown(String text) {
        return ConsentStore.fitted(text, 50);
    }
}

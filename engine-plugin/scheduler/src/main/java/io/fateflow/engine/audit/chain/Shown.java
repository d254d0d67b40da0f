package io.fateflow.engine.audit.chain;

import java.time.DateTimeException;
import java.time.Instant;

import io.fateflow.engine.audit.AuditRecord;

/** Entries as messages name them; whoever has altered one may have written anything. */
final class Shown {

    private static final int MOST = 50;

    private Shown() {}

    static String entry(AuditRecord entry) {
        return "id %d, %s, %s".formatted(entry.id(), time(entry.time()), text(entry.action()));
    }

    static String time(long millis) {
        try {
            return Instant.ofEpochMilli(millis).toString();
        } catch (DateTimeException e) {
            return "time " + millis;
        }
    }

    private static String text(String any) {
        String start = any.length() > MOST ? any.substring(0, MOST) + "…" : any;
        return start.isEmpty() ? "no action" : start.replaceAll("[^\\p{L}\\p{N}\\p{P}\\p{Zs}]", "?");
    }
}

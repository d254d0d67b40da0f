package io.fateflow.engine.audit;

import java.util.Locale;

/** What became of it. */
public enum AuditOutcome {
    DONE,

    /** It was so already. */
    NOTHING_TO_DO,

    REFUSED;

    /** As it is stored and shown. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}

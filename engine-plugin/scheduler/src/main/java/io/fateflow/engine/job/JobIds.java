package io.fateflow.engine.job;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/**
 * FATE's job ids: local time to the microsecond in 20 digits, and a counter that grows only while the microsecond is
 * the same.
 */
public final class JobIds {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSSSSS");
    private static final Pattern JOB_ID = Pattern.compile("\\d{21,25}");
    private static final int LAST_OF_A_MICROSECOND = 99_999;

    private final Clock clock;
    private Instant last = Instant.MIN;
    private int counter;

    public JobIds(Clock clock) {
        this.clock = clock;
    }

    /** The next id of this server; never the same twice here, but perhaps another server's on the same database. */
    public synchronized String next() {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
        if (now.isAfter(last)) {
            last = now;
            counter = 0;
        } else if (counter == LAST_OF_A_MICROSECOND) {
            last = last.plus(1, ChronoUnit.MICROS);
            counter = 0;
        } else {
            counter++;
        }
        return FORMAT.format(last.atZone(ZoneId.systemDefault())) + counter;
    }

    /** Whether a text has the form of a job id. */
    public static boolean isJobId(String text) {
        return JOB_ID.matcher(text).matches();
    }
}

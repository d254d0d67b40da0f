package io.fateflow.worker.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the shell's {@code times} prints: user and system time, of itself, then of its children. */
final class CpuTimes {

    private static final Pattern TIME = Pattern.compile("(\\d+)m([\\d.]+)s");
    private static final int OWN_TIMES = 2;

    private CpuTimes() {}

    static long ofChildren(String times) {
        Matcher matcher = TIME.matcher(times);
        double seconds = 0;
        for (int i = 0; matcher.find(); i++) {
            if (i >= OWN_TIMES) {
                seconds += 60 * Double.parseDouble(matcher.group(1)) + Double.parseDouble(matcher.group(2));
            }
        }
        return Math.round(seconds * 1000);
    }
}

package io.fateflow.worker.jvm;

import java.util.Locale;

/**
 * The language that a program writes in: the same in every country. Where the machine's is Arabic or Persian {@code %d} has other
 * digits, which no URL and no key may have; in German {@code %.1f} has a comma, in Turkish {@code TITLE} another lower case. It
 * counts for libraries, too.
 */
public final class ProgramLocale {

    private ProgramLocale() {}

    /** For each program's own main, before anything else: it counts for the whole process. */
    public static void set() {
        Locale.setDefault(Locale.ENGLISH);
    }
}

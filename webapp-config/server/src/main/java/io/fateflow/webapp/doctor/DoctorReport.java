package io.fateflow.webapp.doctor;

import java.io.PrintStream;

import com.fasterxml.jackson.databind.JsonNode;

/** Findings for a reader. */
final class DoctorReport {

    private final PrintStream out;

    DoctorReport(PrintStream out) {
        this.out = out;
    }

    void repaired(JsonNode findings) {
        for (JsonNode finding : findings) {
            out.println("repaired %s %s".formatted(text(finding, "id"), text(finding, "place")));
        }
    }

    /** What is so, is as it was set: there is nothing to find. */
    void notes(JsonNode notes) {
        for (JsonNode note : notes) {
            out.println("note     %s  %s".formatted(text(note, "id"), text(note, "what")));
            out.println("         remedy: " + text(note, "remedy"));
        }
    }

    void found(JsonNode findings) {
        if (findings.isEmpty()) {
            out.println("The site is sound: nothing is lost, stuck, or waits for an operator.");
            return;
        }
        for (JsonNode finding : findings) {
            out.println(
                    "%-8s %s  %s".formatted(text(finding, "severity"), text(finding, "id"), text(finding, "place")));
            out.println("         what:   " + text(finding, "what").replace("\n", "\n                 "));
            out.println("         why:    " + text(finding, "why"));
            out.println("         remedy: " + text(finding, "remedy"));
            out.println();
        }
        out.println(findings.size() + (findings.size() == 1 ? " finding." : " findings.")
                + " Of those whose remedy begins with \"repair\", doctor --repair takes care.");
    }

    private static String text(JsonNode finding, String name) {
        return finding.path(name).asText();
    }
}

package io.fateflow.dsl;

import io.fateflow.dsl.problem.Finding;
import io.fateflow.dsl.problem.ShownText;

/**
 * One thing wrong with a submitted file.
 *
 * @param id stable error id, such as {@code FFB-1110}
 * @param document {@code dsl} or {@code conf}
 * @param pointer JSON pointer (RFC 6901) to the place in that document; empty for the document itself
 * @param message what is wrong
 * @param hint what to do about it
 */
public record Problem(String id, String document, String pointer, String message, String hint) {

    /** A finding as callers see it. */
    public static Problem of(Finding finding) {
        return new Problem(
                finding.kind().id(), finding.document().label(), finding.pointer(), finding.message(), finding.hint());
    }

    /** One line, safe to show: {@code FFB-1110 dsl#/components/a: message. Hint}. */
    @Override
    public String toString() {
        String place = pointer.isEmpty() ? "" : "#" + ShownText.of(pointer);
        return "%s %s%s: %s. %s".formatted(id, document, place, message, hint);
    }
}

package io.fateflow.dsl;

/**
 * One thing wrong with a submitted file.
 *
 * @param id stable error id, such as {@code FFB-1012}
 * @param document {@code dsl} or {@code conf}
 * @param pointer JSON pointer (RFC 6901) to the place in that document; empty for the document itself
 * @param message what is wrong
 * @param hint what to do about it
 */
public record Problem(String id, String document, String pointer, String message, String hint) {

    @Override
    public String toString() {
        return "%s %s%s: %s. %s".formatted(id, document, pointer.isEmpty() ? "" : "#" + pointer, message, hint);
    }
}

package io.fateflow.dsl.problem;

/**
 * One problem found.
 *
 * @param kind what sort of problem
 * @param document where: the document
 * @param pointer where in it, as a JSON pointer
 * @param message what is wrong, ready to be shown
 * @param hint what to do about it, ready to be shown
 */
public record Finding(ProblemKind kind, Document document, String pointer, String message, String hint) {

    /** Fills the kind's templates; each argument is made safe to show. */
    public static Finding of(ProblemKind kind, Place place, Object... arguments) {
        Object[] shown = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            shown[i] = ShownText.of(String.valueOf(arguments[i]));
        }
        return new Finding(
                kind,
                place.document(),
                place.pointer(),
                kind.message().formatted(shown),
                kind.hint().formatted(shown));
    }
}

package io.fateflow.dsl.problem;

/** Makes text from a submitted file safe to show in a terminal, a log line or a page. */
public final class ShownText {

    private static final int LONGEST = 120;

    private ShownText() {}

    /** The text, abbreviated to 120 characters, with control, format and direction characters written as escapes. */
    public static String of(String text) {
        if (text.length() <= LONGEST) {
            return escaped(text);
        }
        return escaped(text.substring(0, text.offsetByCodePoints(0, LONGEST / 2))) + "... (" + text.length()
                + " characters)";
    }

    /** The text with control, format and direction characters written as {@code \}{@code uXXXX}, at any length. */
    public static String escaped(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isInvisible(c)) {
                shown.append("\\u%04X".formatted(c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}

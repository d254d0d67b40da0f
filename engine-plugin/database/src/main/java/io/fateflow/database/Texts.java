package io.fateflow.database;

/** Which characters a text may have that comes from outside: PostgreSQL keeps no NUL, and names are shown in one line. */
public final class Texts {

    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /** Text of several lines that can be kept and shown: what can't be is a replacement character. */
    public static String cleaned(String text) {
        String lines =
                text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
        if (isClean(lines)) {
            return lines;
        }
        StringBuilder cleaned = new StringBuilder(lines.length());
        for (int i = 0; i < lines.length(); i++) {
            cleaned.append(isKept(lines, i) ? lines.charAt(i) : REPLACEMENT);
        }
        return cleaned.toString();
    }

    /** Whether no database refuses or changes it for its characters. */
    public static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == 0 || isHalf(text, i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it is one line of characters that can be seen. */
    static boolean isName(String text) {
        return isStorable(text) && text.chars().noneMatch(Character::isISOControl);
    }

    private static boolean isClean(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isKept(text, i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKept(String text, int at) {
        char character = text.charAt(at);
        return character == '\n' || character == '\t' || !(Character.isISOControl(character) || isHalf(text, at));
    }

    /** Half of a character that takes two places: in no encoding is there such a thing. */
    private static boolean isHalf(String text, int at) {
        char character = text.charAt(at);
        if (Character.isHighSurrogate(character)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(character) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}

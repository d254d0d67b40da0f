package io.fateflow.dsl;

import java.nio.charset.StandardCharsets;

/**
 * What a component may be called.
 *
 * <p>FATE DSL reference: every character is a Unicode letter or digit, {@code _} or {@code -}. The length is ours: a task
 * id is the job's 21 digits, {@code _} and the name, in 100 characters.
 */
public final class ComponentNames {

    /** Longest name in UTF-16 characters. */
    public static final int MAX_CHARACTERS = 78;

    /** Longest name in bytes of UTF-8: it is part of directory names. */
    public static final int MAX_BYTES = 200;

    private ComponentNames() {}

    /** Whether a component may have this name. */
    public static boolean isLegal(String name) {
        return !name.isEmpty() && hasLegalCharacters(name) && isShortEnough(name);
    }

    static boolean hasLegalCharacters(String name) {
        return name.codePoints().allMatch(c -> c == '_' || c == '-' || Character.isLetter(c) || Character.isDigit(c));
    }

    static boolean isShortEnough(String name) {
        return name.length() <= MAX_CHARACTERS && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }
}

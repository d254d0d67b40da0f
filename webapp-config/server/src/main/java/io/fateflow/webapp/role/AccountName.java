package io.fateflow.webapp.role;

import java.util.Set;

/** What an account may be called that is kept elsewhere. */
public final class AccountName {

    /** As long as the columns that it goes into. */
    private static final int LONGEST = 64;

    /** Whom this server itself means by these, and what the engine takes for everybody. */
    private static final Set<String> TAKEN = Set.of("*", "anonymous", "client", "system");

    private AccountName() {}

    public static boolean isOne(String name) {
        return !name.isBlank()
                && name.equals(name.strip())
                && name.length() <= LONGEST
                && !TAKEN.contains(name)
                && name.chars().noneMatch(Character::isISOControl);
    }
}

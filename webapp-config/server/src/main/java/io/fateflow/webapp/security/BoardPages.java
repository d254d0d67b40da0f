package io.fateflow.webapp.security;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Pages of the board at addresses of one word, besides its lists of jobs: nothing in them is anybody's. */
public final class BoardPages {

    /** The words, as a choice in the pattern of a path. */
    public static final String WORDS = "login|submit|compare|resources|sites|consents|lineage|audit|health|account";

    /** The description of FATE Flow's calls. */
    public static final String API = "/api";

    private static final Set<String> PATHS =
            Arrays.stream(WORDS.split("\\|", -1)).map(word -> "/" + word).collect(Collectors.toUnmodifiableSet());

    private BoardPages() {}

    static boolean covers(String path) {
        return path.equals(API) || PATHS.contains(path);
    }
}

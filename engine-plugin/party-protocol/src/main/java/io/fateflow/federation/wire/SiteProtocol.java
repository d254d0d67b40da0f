package io.fateflow.federation.wire;

import org.jspecify.annotations.Nullable;

/**
 * What a site of ours understands beyond the calls of FATE Flow. It says its number with every answer; a higher one understands what
 * a lower one does.
 */
public final class SiteProtocol {

    /** The header, or trailer, with the number; it is called after the first thing that was told with it. */
    public static final String HEADER = "checks-call-signatures";

    /** FATE Flow, and whoever has not answered yet. */
    public static final int NONE = 0;

    /** Signatures of whole calls. */
    public static final int CALL_SIGNATURES = 1;

    /** {@link PartyCommands}, too. */
    public static final int COMMANDS_TOGETHER = 2;

    /** What this site understands. */
    public static final int CURRENT = COMMANDS_TOGETHER;

    private SiteProtocol() {}

    /** What an answer says; a number that can't be read is the first one, which was no number but a mark. */
    public static int of(@Nullable String header) {
        if (header == null) {
            return NONE;
        }
        return header.matches("[1-9]\\d{0,2}") ? Integer.parseInt(header) : CALL_SIGNATURES;
    }
}

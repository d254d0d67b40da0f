package io.fateflow.webapp.security;

import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Says, when the server starts and to whoever asks the doctor, that a site does not go by roles. */
@Component
public final class OpenAccess {

    /** Of the note. */
    public static final String ID = "FFB-5014";

    private static final Logger LOG = LoggerFactory.getLogger(OpenAccess.class);

    private final AccessProperties access;
    private final AuthenticationProperties authentication;

    OpenAccess(AccessProperties access, AuthenticationProperties authentication) {
        this.access = access;
        this.authentication = authentication;
    }

    /**
     * What an operator should know.
     *
     * @param what is so
     * @param remedy what to do about it
     */
    public record Note(String id, String what, String remedy) {}

    /** Empty at a site that goes by roles. */
    public Optional<Note> note() {
        if (access.roles()) {
            return Optional.empty();
        }
        String who = authentication.client().enabled()
                ? "whoever has the key of fate.authentication.client"
                : "whoever reaches this server's API";
        return Optional.of(new Note(
                ID,
                "Access does not go by roles: " + who + " may read, start, stop and delete everything there.",
                "Leave it so for a demo, or a machine of your own, only; otherwise give accounts roles and set"
                        + " fate.access.roles=true (docs/operating.md, Accounts and roles)."));
    }

    @EventListener(ApplicationReadyEvent.class)
    void say() {
        note().ifPresentOrElse(
                        note -> LOG.warn("{} {} {}", note.id(), note.what(), note.remedy()),
                        () -> LOG.info("Access goes by roles: an account without one may do nothing"));
    }
}

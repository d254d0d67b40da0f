package io.fateflow.webapp.doctor;

import java.util.Optional;

import org.springframework.stereotype.Component;

import io.fateflow.webapp.engine.WorkerProperties;
import io.fateflow.webapp.security.AccessProperties;
import io.fateflow.webapp.security.OpenAccess;

/** Tells the operator of a site that goes by roles that executors are not held to them, where they run as the server. */
@Component
final class TrustedExecutors {

    private static final String ID = "FFB-5221";

    private final AccessProperties access;
    private final WorkerProperties worker;

    TrustedExecutors(AccessProperties access, WorkerProperties worker) {
        this.access = access;
        this.worker = worker;
    }

    /** Empty where this server runs no executors. */
    Optional<OpenAccess.Note> note() {
        return access.roles() && worker.enabled()
                ? Optional.of(new OpenAccess.Note(
                        ID,
                        "This server's executors run as its own user: a component can read whatever the server can.",
                        "Leave it so where all components are trusted; otherwise set fate.worker.enabled=false and run"
                                + " workers with --executor-users (docs/operating.md, Executors that are less trusted than"
                                + " the worker)."))
                : Optional.empty();
    }
}

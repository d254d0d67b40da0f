package io.fateflow.engine.consent;

import io.fateflow.dsl.Party;

/** The processes of consents, as the engine runs them; in the caller's transaction. */
public interface ConsentProcesses {

    /** Starts {@code fate-consent}, which writes the consent down, and asks somebody if the policy wants that. */
    void start(ConsentQuestion question);

    /** The job has ended at a party: nobody needs to decide any more. */
    void notNeeded(String jobId, Party own);
}

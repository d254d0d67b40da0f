package io.fateflow.engine.process;

/** What is to be told to other sites, as the engine carries it there. */
public interface Sendings {

    /** The type of the engine's jobs that are first tries. In a table that other servers of this site read: never to be changed. */
    String FIRST_TRY = "fate-first-try";

    /**
     * Sends it when the caller's transaction has committed, again until it has got through.
     *
     * @param process the key of the definition whose step is a {@link Sending}
     * @param businessKey says what is to be sent, and to whom
     */
    void begin(String process, String businessKey);

    /** As {@link #begin}, of what somebody has begun, and does no more. */
    void again(String process, String businessKey);
}

package io.fateflow.transfer;

/** What this site's rows say about a transfer, and about who works with whom. */
public interface TransferRights {

    /** What becomes of a transfer that another site brings. */
    enum Verdict {
        WELCOME,
        /** The receiver's attempt, or its whole job, has ended. */
        UNWANTED,
        /** This site has no such job with the receiver as a party. */
        UNKNOWN,
        /** The sender is no party of the job. */
        STRANGER
    }

    Verdict verdict(Transfer transfer);

    /** Whether the job of an attempt runs on several sites. */
    boolean crossesSites(String taskId, int version, Address.Member member);

    /** Whether a party takes part in a job of this site. */
    boolean isParty(String jobId, Address.Member ofThisSite, Address.Member other);
}

package io.fateflow.transfer;

/** What became of data that was sent. */
public enum Sent {
    STORED,
    /** Something was sent to this address before; it stays. */
    DUPLICATE,
    /** The task has ended. */
    GONE
}

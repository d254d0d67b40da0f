package io.fateflow.transfer;

/** What came of carrying a transfer. */
public sealed interface Delivery {

    /** The other site has all of it on its disk. */
    record Delivered() implements Delivery {}

    /** The receiver's task has ended: nobody wants it any more. */
    record Unwanted() implements Delivery {}

    /** The other site does not take it, and won't. */
    record Refused(String reason) implements Delivery {}

    /**
     * Try again: what has arrived stays there.
     *
     * @param received how many bytes the receiver has, as far as it has said so
     */
    record Interrupted(String reason, long received) implements Delivery {}
}

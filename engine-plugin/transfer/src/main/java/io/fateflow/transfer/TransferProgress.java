package io.fateflow.transfer;

/**
 * How far a receiver is with a transfer.
 *
 * @param received bytes that it has, from the first one on
 * @param mostBytes the longest chunk that it takes
 * @param reason of a state that ends the transfer; may be shown to whoever sent
 */
public record TransferProgress(State state, long received, int mostBytes, String reason) {

    /** What the sender does next. */
    public enum State {
        /** Sends from {@link TransferProgress#received()} on. */
        GO,
        /** Is done. */
        COMPLETE,
        /** Drops it: the receiver's task has ended. */
        UNWANTED,
        /** Comes again later. */
        LATER,
        /** Gives up. */
        REFUSED
    }

    static TransferProgress go(long received) {
        return new TransferProgress(State.GO, received, Chunks.LONGEST, "");
    }

    static TransferProgress complete(long size) {
        return new TransferProgress(State.COMPLETE, size, 0, "");
    }

    static TransferProgress end(State state, String reason) {
        return new TransferProgress(state, 0, 0, reason);
    }

    /** For a receiver that has not said it so. */
    public static TransferProgress later(String reason, long received) {
        return new TransferProgress(State.LATER, received, 0, reason);
    }

    public static TransferProgress refused(String reason) {
        return end(State.REFUSED, reason);
    }

    /** What it means to the sender, if the transfer ends with it. */
    public Delivery delivery(long receiver) {
        return switch (state) {
            case COMPLETE -> new Delivery.Delivered();
            case UNWANTED -> new Delivery.Unwanted();
            case REFUSED -> new Delivery.Refused("FFB-6609 party %d refuses it: %s".formatted(receiver, reason));
            case LATER, GO ->
                new Delivery.Interrupted("party %d asks to come again: %s".formatted(receiver, reason), received);
        };
    }
}

package io.fateflow.transfer.grpc;

import io.fateflow.transfer.TransferProgress;
import io.fateflow.transfer.grpc.proto.Standing;

/** A receiver's progress as a message. */
final class ProgressMessages {

    private ProgressMessages() {}

    static Standing of(TransferProgress progress) {
        return Standing.newBuilder()
                .setState(Standing.State.valueOf(progress.state().name()))
                .setReceived(progress.received())
                .setMostBytes(progress.mostBytes())
                .setReason(progress.reason())
                .build();
    }

    /** A state that this site does not know is a reason to come again. */
    static TransferProgress progress(Standing standing) {
        TransferProgress.State state =
                switch (standing.getState()) {
                    case GO -> TransferProgress.State.GO;
                    case COMPLETE -> TransferProgress.State.COMPLETE;
                    case UNWANTED -> TransferProgress.State.UNWANTED;
                    case REFUSED -> TransferProgress.State.REFUSED;
                    case LATER, UNKNOWN, UNRECOGNIZED -> TransferProgress.State.LATER;
                };
        return new TransferProgress(state, standing.getReceived(), standing.getMostBytes(), standing.getReason());
    }
}

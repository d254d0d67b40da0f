package io.fateflow.transfer.grpc;

import io.fateflow.transfer.Progress;
import io.fateflow.transfer.grpc.proto.Standing;

/** A receiver's progress as a message. */
final class Standings {

    private Standings() {}

    static Standing of(Progress progress) {
        return Standing.newBuilder()
                .setState(Standing.State.valueOf(progress.state().name()))
                .setReceived(progress.received())
                .setMostBytes(progress.mostBytes())
                .setReason(progress.reason())
                .build();
    }

    /** A state that this site does not know is a reason to come again. */
    static Progress progress(Standing standing) {
        Progress.State state =
                switch (standing.getState()) {
                    case GO -> Progress.State.GO;
                    case COMPLETE -> Progress.State.COMPLETE;
                    case UNWANTED -> Progress.State.UNWANTED;
                    case REFUSED -> Progress.State.REFUSED;
                    case LATER, UNKNOWN, UNRECOGNIZED -> Progress.State.LATER;
                };
        return new Progress(state, standing.getReceived(), standing.getMostBytes(), standing.getReason());
    }
}

package io.fateflow.engine.notification;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** What became of one try. Texts name no URL and no secret. */
public sealed interface Delivery {

    /** How it is counted. */
    String outcome();

    /** In words. */
    String words();

    /** The receiver has it. */
    record Delivered(int status) implements Delivery {
        @Override
        public String outcome() {
            return "delivered";
        }

        @Override
        public String words() {
            return "status " + status;
        }
    }

    /** The receiver wants nothing more, status 410: there is nobody to call. */
    record Gone(String words) implements Delivery {
        @Override
        public String outcome() {
            return "gone";
        }
    }

    /** Another try would end the same: an operator has to look. */
    record Refused(String words) implements Delivery {
        @Override
        public String outcome() {
            return "refused";
        }
    }

    /**
     * It may go better later.
     *
     * @param after what the receiver has asked for; null if nothing
     */
    record Failed(String words, @Nullable Duration after) implements Delivery {
        @Override
        public String outcome() {
            return "failed";
        }
    }
}

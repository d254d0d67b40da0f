package io.fateflow.engine.resource;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of a waiting job.
 *
 * @param keptFor the job for which cores are kept that it could have
 */
record AdmissionOutcome(Kind kind, @Nullable String keptFor) {

    enum Kind {
        SERVED,
        /** Not so many cores are free, or those before it will take them. */
        NO_ROOM,
        /** It would fit, and could put off another. */
        KEPT_FOR_ANOTHER,
        /** Its queue holds as many cores as it may. */
        QUEUE_AT_LIMIT,
        /** Its queue may never hold so many. */
        MORE_THAN_QUEUE_MAY,
        /** The engine does not have so many. */
        MORE_THAN_THERE_IS
    }
}

package io.fateflow.engine.notification;

import org.jspecify.annotations.Nullable;

/**
 * What one receiver is told of one event.
 *
 * @param id the same at each try: receivers know by it what they have had already
 * @param receiver a configured one's name, or the host of a job's URL
 * @param url as a job has named it; null for a configured receiver
 * @param body as it is sent
 */
public record Notification(
        String id,
        String jobId,
        NotifiedEvent event,
        String receiver,
        @Nullable String url,
        String body) {

    /** A URL may have a token in it. */
    @Override
    public String toString() {
        return "Notification[%s, %s of job %s to %s]".formatted(id, event.wire(), jobId, receiver);
    }
}

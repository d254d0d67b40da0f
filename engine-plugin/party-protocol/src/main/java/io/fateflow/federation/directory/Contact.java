package io.fateflow.federation.directory;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How the last call to a party went.
 *
 * @param reachable whether it answered
 * @param since since when that has been so
 * @param roundTrip how long the last answer took; null if there was none yet
 * @param clockDifference the party's clock minus this site's, to a second; null if it does not say its time
 * @param version FATE's version there; null if nobody has asked yet
 * @param certificateEnd until when the certificate is good that it has shown; null if it has shown none
 * @param trouble why it did not answer, empty if it did
 */
public record Contact(
        boolean reachable,
        Instant since,
        Instant lastCall,
        @Nullable Duration roundTrip,
        @Nullable Duration clockDifference,
        @Nullable String version,
        @Nullable Instant certificateEnd,
        String trouble) {

    Contact withVersion(String asked) {
        return new Contact(reachable, since, lastCall, roundTrip, clockDifference, asked, certificateEnd, trouble);
    }
}

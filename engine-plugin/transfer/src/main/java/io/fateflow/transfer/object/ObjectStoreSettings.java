package io.fateflow.transfer.object;

import java.net.URI;
import java.time.Duration;

/**
 * Where objects are.
 *
 * @param endpoint of the store
 * @param prefix before each key: empty, or with a slash at its end
 * @param accessKey who logs in
 * @param secretKey never shown
 * @param pathStyle whether the bucket stands in the path, and not in the host's name
 * @param partSize larger files are uploaded in parts of so many bytes, at least 5 MB: a store takes 10,000 of them
 * @param quick after which a small call has failed
 */
public record ObjectStoreSettings(
        URI endpoint,
        String bucket,
        String prefix,
        String region,
        String accessKey,
        String secretKey,
        boolean pathStyle,
        long partSize,
        Duration quick) {

    @Override
    public String toString() {
        return bucket + " at " + endpoint;
    }
}

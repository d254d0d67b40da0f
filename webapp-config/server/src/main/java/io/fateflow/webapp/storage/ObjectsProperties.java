package io.fateflow.webapp.storage;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.fateflow.transfer.object.ObjectStoreSettings;

/**
 * An object store in the place of the folders of tables, and of models' archives.
 *
 * @param endpoint of a store that speaks S3; null for folders of this machine
 * @param bucket is there already
 * @param prefix before the keys of this site, if others have the bucket, too
 * @param pathStyle whether the bucket stands in the path; not for stores that have a host's name for each
 * @param partSize larger files go in parts of so much
 * @param cache how much of what goes through this server is kept on its disk
 * @param logsAfter how long nobody may have logged into a file, and what writes it must have ended, before it goes to the store
 */
@ConfigurationProperties("fate.objects")
public record ObjectsProperties(
        @Nullable URI endpoint,
        @DefaultValue("") String bucket,
        @DefaultValue("") String prefix,
        @DefaultValue("us-east-1") String region,
        @DefaultValue("") String accessKey,
        @DefaultValue("") String secretKey,
        @DefaultValue("true") boolean pathStyle,
        @DefaultValue("16MB") DataSize partSize,
        @DefaultValue("10GB") DataSize cache,
        @DefaultValue("1m") Duration logsAfter) {

    /** Steps of jobs wait for some of these calls with rows locked. */
    private static final Duration QUICK = Duration.ofSeconds(3);

    private static final long SMALLEST_PART = DataSize.ofMegabytes(5).toBytes();

    /** Whether objects are used. */
    public boolean isOn() {
        return endpoint != null;
    }

    ObjectStoreSettings settings() {
        if (endpoint == null || endpoint.getHost() == null || bucket.isEmpty() || accessKey.isEmpty()) {
            throw new IllegalStateException(
                    "FFB-5238 An object store needs fate.objects.endpoint (as https://host:port), bucket, access-key and"
                            + " secret-key");
        }
        if (partSize.toBytes() < SMALLEST_PART) {
            throw new IllegalStateException(
                    "FFB-5238 fate.objects.part-size is at least 5MB: stores take no smaller ones");
        }
        return new ObjectStoreSettings(
                endpoint,
                bucket,
                prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/",
                region,
                accessKey,
                secretKey,
                pathStyle,
                partSize.toBytes(),
                QUICK);
    }

    @Override
    public String toString() {
        return bucket + " at " + endpoint;
    }
}

package io.fateflow.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Uploads files: small ones at once, others in parts, one after the other. Only the end of the last step makes an object of them; a
 * part that fails is sent again by the client by itself.
 */
final class PartsUpload {

    private static final int MOST_PARTS = 10_000;
    private static final int BUFFER = 256 * 1024;
    private static final String BYTES = "application/octet-stream";

    private final S3Client client;
    private final String bucket;
    private final long partSize;

    PartsUpload(S3Client client, String bucket, long partSize) {
        this.client = client;
        this.bucket = bucket;
        this.partSize = partSize;
    }

    void upload(String key, Path file, long size) throws IOException {
        if (size <= partSize) {
            String md5 = md5(file, 0, size);
            client.putObject(request -> request.bucket(bucket).key(key).contentMD5(md5), body(file, 0, size));
            return;
        }
        String id = client.createMultipartUpload(
                        request -> request.bucket(bucket).key(key))
                .uploadId();
        try {
            List<CompletedPart> done = sendAll(key, id, file, size);
            client.completeMultipartUpload(
                    request -> request.bucket(bucket).key(key).uploadId(id).multipartUpload(all -> all.parts(done)));
        } catch (IOException | RuntimeException e) {
            abort(key, id);
            throw e;
        }
    }

    private List<CompletedPart> sendAll(String key, String id, Path file, long size) throws IOException {
        long each = Math.max(partSize, size / MOST_PARTS + 1);
        List<CompletedPart> done = new ArrayList<>();
        for (long at = 0; at < size; at += each) {
            long from = at;
            long length = Math.min(each, size - at);
            int number = done.size() + 1;
            String md5 = md5(file, from, length);
            String tag = client.uploadPart(
                            request -> request.bucket(bucket)
                                    .key(key)
                                    .uploadId(id)
                                    .partNumber(number)
                                    .contentLength(length)
                                    .contentMD5(md5),
                            body(file, from, length))
                    .eTag();
            done.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
        }
        return done;
    }

    /** Parts that are there take room until somebody says this; who can't say it now leaves it to a later look. */
    void abort(String key, String id) {
        try {
            client.abortMultipartUpload(
                    request -> request.bucket(bucket).key(key).uploadId(id));
        } catch (SdkException left) {
            // ObjectStore.abandonUploads finds it
        }
    }

    private static RequestBody body(Path file, long from, long length) {
        ContentStreamProvider opened = () -> {
            try {
                return range(file, from, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
        return RequestBody.fromContentProvider(opened, length, BYTES);
    }

    private static String md5(Path file, long from, long length) throws IOException {
        try (InputStream range = range(file, from, length)) {
            return Md5.of(range);
        }
    }

    private static InputStream range(Path file, long from, long length) throws IOException {
        return new FileRange(Files.newByteChannel(file), from, length, BUFFER);
    }
}

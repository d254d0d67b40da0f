package io.fateflow.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.transfer.object.ObjectStoreSettings;

/** One bucket. Each part that is sent has its MD5, which the store holds against what it got. */
final class S3ObjectStore implements ObjectStore {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private final ObjectStoreSettings settings;
    private final S3Client client;
    private final PartsUpload parts;

    S3ObjectStore(ObjectStoreSettings settings) {
        this.settings = settings;
        this.client = client(settings);
        this.parts = new PartsUpload(client, settings.bucket(), settings.partSize());
    }

    private static S3Client client(ObjectStoreSettings settings) {
        return S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(SILENCE))
                .endpointOverride(settings.endpoint())
                .region(Region.of(settings.region()))
                .credentialsProvider(StaticCredentialsProvider.create(
                        AwsBasicCredentials.create(settings.accessKey(), settings.secretKey())))
                .serviceConfiguration(S3Configuration.builder()
                        .pathStyleAccessEnabled(settings.pathStyle())
                        .chunkedEncodingEnabled(false)
                        .build())
                // not every store knows the newer checksums behind a body; all know MD5
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .build();
    }

    @FunctionalInterface
    private interface Call<T> {
        T make() throws IOException;
    }

    @Override
    public void check() throws IOException {
        // unlike a HEAD, its answer says what is wrong
        run(
                "list",
                () -> client.listObjectsV2(request -> request.bucket(settings.bucket())
                        .prefix(settings.prefix())
                        .maxKeys(1)
                        .overrideConfiguration(quick -> quick.apiCallTimeout(settings.quick()))));
    }

    @Override
    public void write(String key, byte[] content) throws IOException {
        run(
                "write " + key,
                () -> client.putObject(
                        request -> request.bucket(settings.bucket())
                                .key(settings.prefix() + key)
                                .contentMD5(Md5.of(content))
                                .overrideConfiguration(quick -> quick.apiCallTimeout(settings.quick())),
                        RequestBody.fromBytes(content)));
    }

    @Override
    public Optional<byte[]> read(String key) throws IOException {
        return run("read " + key, () -> {
            try {
                return Optional.of(client.getObjectAsBytes(request -> request.bucket(settings.bucket())
                                .key(settings.prefix() + key)
                                .overrideConfiguration(quick -> quick.apiCallTimeout(settings.quick())))
                        .asByteArray());
            } catch (NoSuchKeyException none) {
                return Optional.empty();
            }
        });
    }

    @Override
    public void upload(String key, Path file) throws IOException {
        run("write " + key, () -> {
            parts.upload(settings.prefix() + key, file, Files.size(file));
            return key;
        });
    }

    @Override
    public InputStream open(String key, long from) throws IOException {
        GetObjectRequest.Builder request =
                GetObjectRequest.builder().bucket(settings.bucket()).key(settings.prefix() + key);
        if (from > 0) {
            request.range("bytes=" + from + "-");
        }
        return run("read " + key, () -> {
            try {
                return new BrokenOff(client.getObject(request.build()), settings, key);
            } catch (NoSuchKeyException none) {
                throw new NoSuchFileException(key);
            }
        });
    }

    @Override
    public void delete(String key) throws IOException {
        run(
                "delete " + key,
                () -> client.deleteObject(request -> request.bucket(settings.bucket())
                        .key(settings.prefix() + key)
                        .overrideConfiguration(quick -> quick.apiCallTimeout(settings.quick()))));
    }

    @Override
    public void visit(String prefix, ObjectVisitor visitor) throws IOException {
        run("list " + prefix, () -> {
            for (ListObjectsV2Response page : client.listObjectsV2Paginator(
                    request -> request.bucket(settings.bucket()).prefix(settings.prefix() + prefix))) {
                for (S3Object object : page.contents()) {
                    String key = object.key().substring(settings.prefix().length());
                    visitor.see(new StoredObject(key, object.size(), object.lastModified()));
                }
            }
            return prefix;
        });
    }

    @Override
    public int abandonUploads(Instant before) throws IOException {
        return run("list uploads", () -> {
            List<MultipartUpload> old = client
                    .listMultipartUploadsPaginator(
                            request -> request.bucket(settings.bucket()).prefix(settings.prefix()))
                    .uploads()
                    .stream()
                    .filter(upload -> upload.initiated().isBefore(before))
                    .toList();
            old.forEach(upload -> parts.abort(upload.key(), upload.uploadId()));
            return old.size();
        });
    }

    @Override
    public void close() {
        client.close();
    }

    /** One error for each thing that may be wrong, wherever it shows. */
    private <T> T run(String what, Call<T> call) throws IOException {
        try {
            return call.make();
        } catch (NoSuchBucketException none) {
            throw ObjectStoreException.bucket(settings, none);
        } catch (AwsServiceException said) {
            int status = said.statusCode();
            String code = code(said);
            if (status == 401 || status == 403) {
                throw ObjectStoreException.login(settings, what, code, said);
            }
            if (status >= 500 || status == 408 || status == 429) {
                throw ObjectStoreException.away(settings, what, said);
            }
            throw code.endsWith("NoSuchBucket")
                    ? ObjectStoreException.bucket(settings, said)
                    : ObjectStoreException.refused(settings, what, code, said);
        } catch (SdkException unreachable) {
            throw ObjectStoreException.away(settings, what, unreachable);
        }
    }

    private static String code(AwsServiceException said) {
        AwsErrorDetails details = said.awsErrorDetails();
        String code = details == null ? null : details.errorCode();
        return said.statusCode() + (code == null ? "" : " " + code);
    }
}

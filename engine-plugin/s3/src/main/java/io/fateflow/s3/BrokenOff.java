package io.fateflow.s3;

import java.io.FilterInputStream;
import java.io.IOException;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.transfer.object.ObjectStoreSettings;

/** An object while it comes: what breaks off says so, and nobody waits for the rest of what he does not want. */
final class BrokenOff extends FilterInputStream {

    private final ResponseInputStream<GetObjectResponse> answer;
    private final ObjectStoreSettings settings;
    private final String key;

    BrokenOff(ResponseInputStream<GetObjectResponse> answer, ObjectStoreSettings settings, String key) {
        super(answer);
        this.answer = answer;
        this.settings = settings;
        this.key = key;
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException | SdkException e) {
            throw ObjectStoreException.away(settings, "read " + key, e);
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (IOException | SdkException e) {
            throw ObjectStoreException.away(settings, "read " + key, e);
        }
    }

    @Override
    public void close() {
        answer.abort();
    }
}

package io.fateflow.s3;

import com.google.auto.service.AutoService;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStoreProvider;
import io.fateflow.transfer.object.ObjectStoreSettings;

/** Opens buckets. */
@AutoService(ObjectStoreProvider.class)
public final class S3ObjectStoreProvider implements ObjectStoreProvider {

    @Override
    public ObjectStore open(ObjectStoreSettings settings) {
        return new S3ObjectStore(settings);
    }
}

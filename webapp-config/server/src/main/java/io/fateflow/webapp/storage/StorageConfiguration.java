package io.fateflow.webapp.storage;

import java.io.IOException;
import java.util.ServiceLoader;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.transfer.object.ObjectStoreException.Reason;
import io.fateflow.transfer.object.ObjectStoreProvider;
import io.fateflow.webapp.database.StartFailedException;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.worker.site.FileCache;
import io.fateflow.worker.table.TableStore;

/** Folders, unless an object store is named. */
@Configuration(proxyBeanMethods = false)
class StorageConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(StorageConfiguration.class);

    @Bean
    FileContents fileContents() {
        return new FileContents();
    }

    /** What waiting does not help ends the start; a store that is away may come. */
    @Bean
    @ConditionalOnProperty("fate.objects.endpoint")
    ObjectStore objectStore(ObjectsProperties objects) throws IOException {
        ObjectStore store = ServiceLoader.load(ObjectStoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this program was built without the module s3"))
                .open(objects.settings());
        try {
            store.check();
        } catch (ObjectStoreException e) {
            if (e.reason() == Reason.REFUSED) {
                store.close();
                throw new StartFailedException(String.valueOf(e.getMessage()), e);
            }
            LOG.warn("{}", e.getMessage());
        }
        return store;
    }

    @Bean
    SiteTables siteTables(
            ObjectProvider<ObjectStore> objects,
            ObjectsProperties properties,
            FateHome home,
            TableStore store,
            FileContents contents) {
        ObjectStore elsewhere = objects.getIfAvailable();
        return elsewhere == null
                ? new FolderTables(store, contents)
                : new ObjectTables(
                        elsewhere,
                        new FileCache(home.objectCache(), properties.cache().toBytes()));
    }
}

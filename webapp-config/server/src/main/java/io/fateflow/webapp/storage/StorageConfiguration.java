package io.fateflow.webapp.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.transfer.object.ObjectStoreException;
import io.fateflow.transfer.object.ObjectStoreException.Reason;
import io.fateflow.transfer.object.ObjectStoreProvider;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.AtRestProperties;
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
                throw e;
            }
            LOG.warn("{}", e.getMessage());
        }
        return store;
    }

    @Bean
    AtRest atRest(AtRestProperties properties, FateHome home, JdbcTemplate jdbc, TransactionTemplate transaction)
            throws AtRestException {
        return AtRest.of(properties, home.atRestLock(), new TableOfVersions(jdbc, transaction));
    }

    @Bean
    SiteTables siteTables(
            ObjectProvider<ObjectStore> objects,
            ObjectsProperties properties,
            FateHome home,
            TableStore store,
            FileContents contents,
            AtRest atRest,
            AtRestProperties settings)
            throws IOException {
        ObjectStore elsewhere = objects.getIfAvailable();
        FileCache local = new FileCache(
                home.objectCache(), atRest.isOn() ? 0 : properties.cache().toBytes());
        if (atRest.isOn() && !settings.lookOnly()) {
            // what is there was kept before the site had a key, as it is
            local.clear();
        }
        if (elsewhere != null) {
            return new ObjectTables(elsewhere, local, atRest);
        }
        if (!settings.lookOnly()) {
            mark(home, atRest);
        }
        return new FolderTables(store, contents, atRest);
    }

    /** Says to workers that share the folder that they can't; and to this server, that it once had keys. */
    private static void mark(FateHome home, AtRest atRest) throws IOException {
        Path marker = TableStore.encryptedMarker(home.tables());
        if (!atRest.isOn() && Files.exists(marker)) {
            throw AtRestException.noKeyFile(marker);
        }
        if (atRest.isOn() && !Files.exists(marker)) {
            Files.createDirectories(home.tables());
            Files.writeString(
                    marker, "the tables here are encrypted: fate.at-rest.key-file of the server has their keys\n");
        }
    }
}

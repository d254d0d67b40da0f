package io.fateflow.webapp.model.archive;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.webapp.home.FateHome;

/** A folder that is named is taken; else the object store, if there is one. */
@Configuration(proxyBeanMethods = false)
class ModelStoreConfiguration {

    @Bean
    @Nullable
    ModelStore modelStore(ModelProperties properties, ObjectProvider<ObjectStore> objects, FateHome home) {
        if (properties.store() != null) {
            return new ModelStoreFolder(properties.store());
        }
        ObjectStore store = objects.getIfAvailable();
        return store == null ? null : new ModelStoreObjects(store, home.incoming());
    }
}

package io.fateflow.webapp.model.archive;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.transfer.object.ObjectStore;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.home.FateHome;

/** A folder that is named is taken; else the object store, if there is one. */
@Configuration(proxyBeanMethods = false)
class ModelStoreConfiguration {

    @Bean
    @Nullable
    ModelStore modelStore(
            ModelProperties properties, ObjectProvider<ObjectStore> objects, FateHome home, AtRest atRest) {
        ModelFiles plain = asTheyAre(properties, objects.getIfAvailable(), home);
        return plain == null ? null : new EncryptedModels(plain, atRest, home.incoming());
    }

    private static @Nullable ModelFiles asTheyAre(
            ModelProperties properties, @Nullable ObjectStore objects, FateHome home) {
        if (properties.store() != null) {
            return new ModelStoreFolder(properties.store());
        }
        return objects == null ? null : new ModelStoreObjects(objects, home.incoming());
    }
}

package io.fateflow.e2e;

import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Keeps the parts of other tests out of a server that is started as the program starts it. */
final class WithoutStubs extends TypeExcludeFilter {

    @Override
    public boolean match(MetadataReader type, MetadataReaderFactory types) {
        return type.getAnnotationMetadata().hasAnnotation(TestConfiguration.class.getName());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WithoutStubs;
    }

    @Override
    public int hashCode() {
        return WithoutStubs.class.hashCode();
    }
}

package io.fateflow.webapp.federation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

import io.fateflow.federation.directory.Routes;

/** Reads routes from a file of their own, which can be read again while the server runs. */
final class RoutesFile {

    private RoutesFile() {}

    /** @throws IllegalArgumentException if the file is not there; routes stay as they were then */
    static Routes read(Path file, long ownPartyId) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("FFB-6502 fate.federation.routes-file %s can't be read".formatted(file));
        }
        try {
            List<PropertySource<?>> content =
                    new YamlPropertySourceLoader().load("routes", new FileSystemResource(file));
            List<ConfigurationPropertySource> sources = new ArrayList<>();
            content.forEach(source -> sources.add(ConfigurationPropertySource.from(source)));
            FederationProperties properties = new Binder(sources).bindOrCreate("", FederationProperties.class);
            Routes routes = properties.table();
            return new Routes(ownPartyId, routes.byParty(), routes.proxy());
        } catch (IOException e) {
            throw new UncheckedIOException("fate.federation.routes-file " + file + " can't be read", e);
        }
    }
}

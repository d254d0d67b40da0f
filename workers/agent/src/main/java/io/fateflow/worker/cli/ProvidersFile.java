package io.fateflow.worker.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.provider.FateProvider;

/** FATE installations, as a server's {@code fate.worker.providers} has them: YAML, or JSON. */
final class ProvidersFile {

    private static final TypeReference<List<Provider>> LIST = new TypeReference<>() {};

    private ProvidersFile() {}

    /** Which modules a site prefers to run by it is its server's business. */
    @JsonIgnoreProperties("modules")
    private record Provider(
            @Nullable String name,
            @Nullable Path home,
            @Nullable String python,
            @Nullable Map<String, String> environment,
            @Nullable List<Long> partners,
            @JsonProperty("engine-base") @Nullable Path engineBase) {

        FateProvider installed() {
            if (home == null) {
                throw new IllegalArgumentException("the provider %s has no home".formatted(name));
            }
            return new FateProvider(
                            Optional.ofNullable(name).orElse(""),
                            home,
                            Optional.ofNullable(python).orElse("python3"),
                            Optional.ofNullable(environment).orElse(Map.of()))
                    .withPartners(Optional.ofNullable(partners).orElse(List.of()), engineBase);
        }
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException naming file, line and what is wrong there
     */
    static List<FateProvider> read(Path file) throws IOException {
        try {
            return new YAMLMapper()
                    .readValue(Files.readString(file), LIST).stream()
                            .map(Provider::installed)
                            .toList();
        } catch (JsonProcessingException e) {
            String where =
                    e.getLocation() == null ? "" : " line " + e.getLocation().getLineNr();
            throw new IllegalArgumentException(file + where + ": " + e.getOriginalMessage(), e);
        }
    }
}

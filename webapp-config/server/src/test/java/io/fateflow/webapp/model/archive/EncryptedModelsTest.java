package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.worker.digest.Sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EncryptedModelsTest {

    private static final String ARCHIVE = "an archive ".repeat(1000);
    private static final PartyModel PART = part("1");

    @TempDir
    private Path directory;

    private static PartyModel part(String version) {
        return new PartyModel("guest-9999#model", version, "guest", "9999");
    }

    private EncryptedModels models(AtRest atRest) {
        return new EncryptedModels(
                new ModelStoreFolder(directory.resolve("models")), atRest, directory.resolve("scratch"));
    }

    @Test
    void anArchiveIsReadAsItWasAndStandsNowhere() throws IOException {
        EncryptedModels models = models(KeyFiles.site(directory, 1));

        assertThat(put(models, PART)).as("of the archive itself").isEqualTo(Sha256.hex(ARCHIVE));

        assertThat(models.has(PART)).isTrue();
        assertThat(read(models, PART)).isEqualTo(ARCHIVE);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(file -> assertThat(
                            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .as(file.toString())
                    .doesNotContain("archive"));
        }
    }

    @Test
    void oneOfBeforeTheFirstKeyIsReadAndAnothersIsNot() throws IOException {
        put(models(AtRest.off()), PART);
        EncryptedModels models = models(KeyFiles.site(directory, 1));
        assertThat(read(models, PART)).isEqualTo(ARCHIVE);

        put(models, PART);
        put(models, part("2"));
        Path folder = directory.resolve("models");
        Files.delete(folder.resolve(ModelStore.key(PART)));
        Files.copy(folder.resolve(ModelStore.key(part("2"))), folder.resolve(ModelStore.key(PART)));

        assertThatThrownBy(() -> read(models, PART))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5321", ModelStore.key(PART));
    }

    @Test
    void aServerWithoutTheKeySaysSo() throws IOException {
        put(models(KeyFiles.site(directory, 1)), PART);

        assertThatThrownBy(() -> read(models(AtRest.off()), PART)).hasMessageContaining("FFB-5322");
    }

    private static String put(EncryptedModels models, PartyModel part) throws IOException {
        return models.put(part, out -> out.write(ARCHIVE.getBytes(StandardCharsets.UTF_8)));
    }

    private static String read(EncryptedModels models, PartyModel part) throws IOException {
        return models.read(part, Files::readString);
    }
}

package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.atrest.AtRestException;
import io.fateflow.webapp.atrest.AtRestProperties.OlderFiles;
import io.fateflow.webapp.atrest.KeptVersions;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.webapp.storage.TestVersions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Archives of a site that knows by its database which encrypted one is the newest. */
abstract class KeptModelsContract extends ModelStoreContract {

    private static final TestVersions KNOWN = new TestVersions("kept_models");

    /** Keeps what it is given. */
    abstract ModelFiles files();

    @AfterEach
    void nothingIsKnown() {
        KNOWN.forgetAll();
    }

    @Override
    ModelStore store() {
        return models(files(), OlderFiles.REFUSE);
    }

    private ModelStore models(ModelFiles files, OlderFiles older) {
        return models(files, KNOWN.versions(), older);
    }

    private ModelStore models(ModelFiles files, KeptVersions versions, OlderFiles older) {
        try {
            return new EncryptedModels(
                    files, KeyFiles.site(directory, versions, older, 1), directory.resolve("encrypted"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private byte[] copied() throws IOException {
        return files().read(PART, Files::readAllBytes);
    }

    private void putBack(byte[] copy) throws IOException {
        files().put(PART, out -> out.write(copy));
    }

    @Test
    void anOlderArchiveThatIsPutBackIsFound() throws IOException {
        put(store(), PART, "a model");
        byte[] older = copied();
        put(store(), PART, "another");
        byte[] newest = copied();

        putBack(older);

        assertThatThrownBy(() -> text(store(), PART))
                .isInstanceOf(AtRestException.class)
                .hasMessageContainingAll("FFB-5328", ModelStore.key(PART), KeyFiles.id(1), "older-files");
        putBack(newest);
        assertThat(text(store(), PART)).isEqualTo("another");
        putBack(older);
        put(store(), PART, "a third one");
        assertThat(text(store(), PART)).isEqualTo("a third one");
        assertThat(KNOWN.count()).isEqualTo(1);
    }

    /** As an earlier version has left it. */
    @Test
    void oneThatWasThereBeforeIsTheNewestOnceItWasRead() throws IOException {
        ModelStore before = models(files(), KeptVersions.NONE, OlderFiles.REFUSE);
        put(before, PART, "a model");
        byte[] oldest = copied();
        put(before, PART, "another");

        assertThat(text(store(), PART)).isEqualTo("another");

        putBack(oldest);
        assertThatThrownBy(() -> text(store(), PART)).hasMessageContaining("FFB-5328");
    }

    @Test
    void whereOlderArchivesAreReadTheyAreTheNewestFromThenOn() throws IOException {
        put(store(), PART, "a model");
        byte[] older = copied();
        put(store(), PART, "another");
        putBack(older);

        assertThat(text(models(files(), OlderFiles.READ), PART)).isEqualTo("a model");

        assertThat(text(store(), PART)).isEqualTo("a model");
    }

    @Test
    void whereAnArchiveDoesNotArriveTheOneThatWasThereBeforeIsRead() throws IOException {
        put(models(files(), KeptVersions.NONE, OlderFiles.REFUSE), PART, "a model");

        assertThatThrownBy(() -> put(models(new Lossy(files(), false), OlderFiles.REFUSE), PART, "another"))
                .hasMessage("the answer is lost");

        assertThat(text(store(), PART)).isEqualTo("a model");
    }

    @Test
    void oneThatArrivesWithoutAnAnswerIsRead() throws IOException {
        put(store(), PART, "a model");

        assertThatThrownBy(() -> put(models(new Lossy(files(), true), OlderFiles.REFUSE), PART, "another"))
                .hasMessage("the answer is lost");

        assertThat(text(store(), PART)).isEqualTo("another");
    }

    @Test
    void ofTwoThatArriveTheLastOneIsTheNewest() throws IOException {
        put(store(), PART, "a model");

        put(models(new Overtaken(files(), store()), OlderFiles.REFUSE), PART, "one");

        assertThat(text(store(), PART)).isEqualTo("another server's");
        assertThat(KNOWN.count()).isEqualTo(1);
    }

    /** Fails, once the archive is there or before. */
    private record Lossy(ModelFiles files, boolean arrives) implements ModelFiles {

        @Override
        public boolean has(PartyModel part) throws IOException {
            return files.has(part);
        }

        @Override
        public String put(PartyModel part, Content content) throws IOException {
            if (arrives) {
                files.put(part, content);
            }
            throw new IOException("the answer is lost");
        }

        @Override
        public <T> T read(PartyModel part, Use<T> use) throws IOException {
            return files.read(part, use);
        }

        @Override
        public InputStream open(PartyModel part) throws IOException {
            return files.open(part);
        }
    }

    /** Another server's archive comes behind this one's, before this server has said that it is there. */
    private record Overtaken(ModelFiles files, ModelStore other) implements ModelFiles {

        @Override
        public boolean has(PartyModel part) throws IOException {
            return files.has(part);
        }

        @Override
        public String put(PartyModel part, Content content) throws IOException {
            String digest = files.put(part, content);
            ModelStoreContract.put(other, part, "another server's");
            return digest;
        }

        @Override
        public <T> T read(PartyModel part, Use<T> use) throws IOException {
            return files.read(part, use);
        }

        @Override
        public InputStream open(PartyModel part) throws IOException {
            return files.open(part);
        }
    }
}

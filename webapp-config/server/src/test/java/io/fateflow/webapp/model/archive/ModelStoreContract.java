package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.worker.digest.Sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What may be relied on wherever archives are kept. */
abstract class ModelStoreContract {

    static final PartyModel PART =
            new PartyModel("guest-9999#host-10000#model", "202601010000000000001", "guest", "9999");

    @TempDir
    Path directory;

    abstract ModelStore store();

    @AfterEach
    void nothingHalfIsLeft() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void whatIsStoredIsRead() throws IOException {
        ModelStore store = store();
        assertThat(store.has(PART)).isFalse();

        assertThat(put(store, PART, "a model")).isEqualTo(Sha256.hex(bytes("a model")));

        assertThat(store.has(PART)).isTrue();
        assertThat(text(store, PART)).isEqualTo("a model");
    }

    @Test
    void anArchiveIsReplacedAsAWhole() throws IOException {
        ModelStore store = store();
        put(store, PART, "a model that is longer");
        put(store, PART, "another");

        assertThat(text(store, PART)).isEqualTo("another");
    }

    @Test
    void oneThatIsNotThereIsNoFile() {
        assertThatThrownBy(() -> store().read(PART, Files::readString)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void anArchiveThatCouldNotBeWrittenReplacesNone() throws IOException {
        ModelStore store = store();
        put(store, PART, "a model");

        assertThatThrownBy(() -> store.put(PART, out -> {
                    out.write(bytes("half of"));
                    throw new IOException("no more rows");
                }))
                .hasMessage("no more rows");

        assertThat(text(store, PART)).isEqualTo("a model");
    }

    @Test
    void modelsWithLongNamesAndOtherVersionsAreOthers() throws IOException {
        ModelStore store = store();
        List<PartyModel> parts = Stream.of(20, 21)
                .map(hosts -> new PartyModel(ofManyHosts(hosts), PART.version(), "guest", "9999"))
                .flatMap(part -> Stream.of(part, part.withVersion("202601010000000000002")))
                .toList();
        for (PartyModel part : parts) {
            assertThat(store.has(part)).isFalse();
            put(store, part, part.toString());
        }

        for (PartyModel part : parts) {
            assertThat(text(store, part)).isEqualTo(part.toString());
        }
    }

    private static String ofManyHosts(int hosts) {
        return "guest-9999#host-"
                + IntStream.range(0, hosts)
                        .mapToObj(i -> "" + (1_000_000_000 + i))
                        .collect(Collectors.joining("_")) + "#model";
    }

    static String text(ModelStore store, PartyModel part) throws IOException {
        return store.read(part, Files::readString);
    }

    static String put(ModelStore store, PartyModel part, String content) throws IOException {
        return store.put(part, out -> out.write(bytes(content)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

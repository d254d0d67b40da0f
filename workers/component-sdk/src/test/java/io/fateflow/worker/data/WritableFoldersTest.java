package io.fateflow.worker.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class WritableFoldersTest {

    @TempDir
    Path home;

    private Path out;
    private WritableFolders folders;

    @BeforeEach
    void oneFolder() throws IOException {
        out = home.resolve("out");
        Files.createDirectories(out.resolve("inner"));
        folders = new WritableFolders(List.of(out));
    }

    @Test
    void aNewFileAndOneThatIsThereMayBeWritten() throws IOException {
        Files.writeString(out.resolve("old.csv"), "x");

        assertThat(folders.refusal(out.resolve("new.csv"))).isEmpty();
        assertThat(folders.refusal(out.resolve("inner/new.csv"))).isEmpty();
        assertThat(folders.refusal(out.resolve("old.csv"))).isEmpty();
    }

    @Test
    void aNameWithoutAFolderIsAFileOfTheFirst() {
        assertThat(folders.place(Path.of("inner/x.csv"))).isEqualTo(out.resolve("inner/x.csv"));
        assertThat(folders.place(out.resolve("x.csv"))).isEqualTo(out.resolve("x.csv"));
        assertThat(folders.refusal(folders.place(Path.of("../x.csv"))))
                .get()
                .asString()
                .contains("FFB-5260");
        assertThat(folders.refusal(folders.place(Path.of("")))).get().asString().contains("FFB-5261");
        assertThat(WritableFolders.none().place(Path.of("x.csv"))).isEqualTo(Path.of("x.csv"));
    }

    @Test
    void nothingElsewhereMay() {
        assertThat(folders.refusal(home.resolve("x.csv"))).get().asString().contains("FFB-5260");
        assertThat(folders.refusal(Path.of("out/x.csv"))).get().asString().contains("FFB-5260");
        assertThat(folders.refusal(Path.of(out + "/../x.csv"))).get().asString().contains("FFB-5260");
        assertThat(folders.refusal(Path.of(out + "-2/x.csv"))).get().asString().contains("FFB-5260");
        assertThat(WritableFolders.none().refusal(out.resolve("x.csv")))
                .get()
                .asString()
                .contains("there are none", "fate.download.folders");
    }

    @Test
    void noLinkLeadsOut() throws IOException {
        Path secret = Files.writeString(home.resolve("secret"), "s");
        Files.createSymbolicLink(out.resolve("link.csv"), secret);
        Files.createSymbolicLink(out.resolve("elsewhere"), home);
        Files.createSymbolicLink(out.resolve("dangling"), home.resolve("none"));

        for (String name : List.of("link.csv", "elsewhere/x.csv", "dangling", "inner", "missing/x.csv")) {
            assertThat(folders.refusal(out.resolve(name)))
                    .as(name)
                    .get()
                    .asString()
                    .contains("FFB-5261");
        }
        assertThat(folders.refusal(out)).get().asString().contains("FFB-5261");
    }

    @Test
    void theFolderItselfMayLieBehindALink() throws IOException {
        Path link = Files.createSymbolicLink(home.resolve("link"), out);

        assertThat(new WritableFolders(List.of(link)).refusal(link.resolve("inner/x.csv")))
                .isEmpty();
    }
}

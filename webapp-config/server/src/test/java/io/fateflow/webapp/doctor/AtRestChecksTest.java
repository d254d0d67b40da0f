package io.fateflow.webapp.doctor;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

import io.fateflow.operations.doctor.Rule;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.atrest.KeptFile;
import io.fateflow.webapp.atrest.KeyFiles;
import io.fateflow.webapp.model.archive.ModelProperties;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.FolderTables;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;

import static org.assertj.core.api.Assertions.assertThat;

class AtRestChecksTest {

    @TempDir
    private Path directory;

    private AtRestChecks checks(AtRest site) {
        return new AtRestChecks(
                site,
                new FolderTables(new TableStore(directory.resolve("tables")), new FileContents(), site),
                new ModelProperties(directory.resolve("models"), DataSize.ofMegabytes(1), DataSize.ofMegabytes(1)));
    }

    private Path encrypted(String file, int key) throws IOException {
        Path place = directory.resolve(file);
        Files.createDirectories(place.getParent());
        KeyFiles.site(directory, key)
                .encrypt(new ByteArrayInputStream(new byte[10]), place, new KeptFile(file, "The file"));
        return place;
    }

    private static String table(String name) {
        return "tables/" + new TableName("n", name).path();
    }

    @Test
    void itSaysWhichKeyProtectsWhatAndWhatIsNotProtected() throws IOException {
        encrypted(table("a"), 1);
        encrypted(table("b"), 2);
        encrypted("tables/caches/" + new TableName("n", "c").path(), 2);
        encrypted("models/m/1/model.zip", 2);
        Files.writeString(directory.resolve(table("a")).resolveSibling("0".repeat(62) + ".arrow"), "ARROW1");
        AtRestChecks checks = checks(KeyFiles.site(directory, 2, 1));

        assertThat(checks.look()).isEmpty();
        assertThat(checks.note().orElseThrow().what())
                .contains(
                        "encrypted with key " + KeyFiles.id(2),
                        "1 with key " + KeyFiles.id(1),
                        "3 with key " + KeyFiles.id(2),
                        "1 not encrypted");
    }

    @Test
    void aKeyThatIsMissingIsNamedWithAFileThatWantsIt() throws IOException {
        Path file = encrypted(table("a"), 1);

        assertThat(checks(KeyFiles.site(directory, 2)).look()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo(Rule.KEY_MISSING);
            assertThat(finding.place()).isEqualTo("key " + KeyFiles.id(1));
            assertThat(finding.what()).contains("1 files", file.toString());
        });
        assertThat(checks(AtRest.off()).look()).as("a server without keys").hasSize(1);
    }

    @Test
    void aSiteWithoutKeysSaysNothing() {
        assertThat(checks(AtRest.off()).look()).isEmpty();
        assertThat(checks(AtRest.off()).note()).isEmpty();
    }
}

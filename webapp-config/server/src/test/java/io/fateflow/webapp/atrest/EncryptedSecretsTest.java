package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.engine.account.UnreadableSecretException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EncryptedSecretsTest {

    private static final String SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    @TempDir
    private Path directory;

    private EncryptedSecrets secrets;

    @BeforeEach
    void aSiteWithAKey() throws IOException {
        secrets = new EncryptedSecrets(KeyFiles.site(directory, 1));
    }

    @Test
    void aSecretIsEncryptedForItsAccountAndFitsIntoItsColumn() {
        String stored = secrets.store("ann", SECRET);

        assertThat(stored)
                .startsWith("at-rest:" + KeyFiles.id(1) + ":")
                .doesNotContain(SECRET)
                .hasSizeLessThan(255);
        assertThat(secrets.secret("ann", stored)).isEqualTo(SECRET);
        assertThat(secrets.isAsStoredNow(stored)).isTrue();
        assertThatThrownBy(() -> secrets.secret("bob", stored))
                .as("moved to another account's row")
                .isInstanceOf(UnreadableSecretException.class)
                .hasMessageContainingAll("FFB-5325", "bob", "changed");
        assertThatThrownBy(() -> secrets.secret("ann", stored.replace(":", ":x")))
                .isInstanceOf(UnreadableSecretException.class);
    }

    @Test
    void thoseOfBeforeAndOfOlderKeysAreReadAndShallBeStoredAnew() throws IOException {
        String stored = secrets.store("ann", SECRET);
        assertThat(secrets.secret("ann", SECRET)).isEqualTo(SECRET);
        assertThat(secrets.isAsStoredNow(SECRET)).isFalse();

        KeyFiles.write(directory.resolve("keys"), 2, 1);

        assertThat(secrets.secret("ann", stored)).isEqualTo(SECRET);
        assertThat(secrets.isAsStoredNow(stored)).isFalse();
        KeyFiles.write(directory.resolve("keys"), 2);
        assertThatThrownBy(() -> secrets.secret("ann", stored))
                .hasMessageContainingAll(
                        "FFB-5325",
                        "ann",
                        KeyFiles.id(1),
                        directory.resolve("keys").toString());
    }

    @Test
    void aSiteWithoutKeysStoresThemAsTheyAre() {
        EncryptedSecrets plain = new EncryptedSecrets(AtRest.off());

        assertThat(plain.store("ann", SECRET)).isEqualTo(SECRET);
        assertThat(plain.secret("ann", SECRET)).isEqualTo(SECRET);
        assertThat(plain.isAsStoredNow(SECRET)).isTrue();
    }
}

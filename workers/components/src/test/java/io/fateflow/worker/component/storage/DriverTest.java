package io.fateflow.worker.component.storage;

import java.time.Duration;
import java.util.List;
import java.util.Properties;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageEngine;
import io.fateflow.worker.storage.StorageServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DriverTest {

    private static final StorageServer MYSQL = new StorageServer(StorageEngine.MYSQL, "db.example", 3307, "d-1");

    @Test
    void theUrlHasHostPortAndDatabaseAlone() {
        assertThat(Driver.url(MYSQL)).isEqualTo("jdbc:mariadb://db.example:3307/d-1");
        assertThat(Driver.url(new StorageServer(StorageEngine.POSTGRESQL, "[::1]", 5432, "d")))
                .isEqualTo("jdbc:postgresql://[::1]:5432/d");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,b",
                "a:1",
                "a/b",
                "a?x=y",
                "a&x",
                "",
                "a b",
                "a%2f",
                "(host=a)",
                "address=(host=a)",
                "-a",
                "[x]"
            })
    void aHostIsNothingButAHost(String host) {
        assertThatThrownBy(() -> new StorageServer(StorageEngine.MYSQL, host, 1, "d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"d?allowLocalInfile=true", "d&a=b", "d/e", "d;a", "d e", "d%3f"})
    void aDatabaseIsNothingButItsName(String database) {
        assertThatThrownBy(() -> MYSQL.with(database))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("db");
    }

    @Test
    void aServerGetsNoFileAndNoPasswordInClear() {
        Properties mysql = Driver.mysql(access(MYSQL, true));

        assertThat(mysql)
                .containsEntry("allowLocalInfile", "false")
                .containsEntry("allowMultiQueries", "false")
                .containsEntry("allowPublicKeyRetrieval", "false")
                .containsEntry("sslMode", "verify-full");
        assertThat(mysql.getProperty("restrictedAuth")).doesNotContain("clear", "dialog");
        assertThat(Driver.postgresql(access(MYSQL, true)))
                .containsEntry("sslmode", "verify-full")
                .containsEntry("options", "-c statement_timeout=5000");
        StorageServer here = new StorageServer(StorageEngine.MYSQL, "127.0.0.1", 3306, "d");
        assertThat(Driver.mysql(access(here, false)))
                .containsEntry("sslMode", "disable")
                .containsEntry("allowPublicKeyRetrieval", "true");
        assertThat(Driver.mysql(access(MYSQL, false)))
                .as("whoever is on the way could give a key of his own")
                .containsEntry("allowPublicKeyRetrieval", "false");
    }

    @Test
    void noTextOfALoginHasIt() {
        assertThat(List.of(access(MYSQL, true)).toString()).doesNotContain("secret", "somebody");
    }

    private static StorageAccess access(StorageServer server, boolean encrypted) {
        return new StorageAccess("c", server, "somebody", "secret", encrypted, Duration.ofSeconds(5));
    }
}

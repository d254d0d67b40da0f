package io.fateflow.client.profile;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.client.profile.Profiles.Choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which server is meant, and as whom it is called. */
class ProfilesTest {

    private static final String TWO = """
            # my servers
            default = lab

            [lab]
            server = http://127.0.0.1:9390/
            [bank]
            server = https://fate.bank.example:9380
            secrets = bank.secrets
            certificate = ca.pem
            """;

    @TempDir
    private Path folder;

    @Test
    void withoutAFileItIsTheServerOfThisMachine() throws Exception {
        assertThat(choose(null)).isEqualTo(ServerProfile.open(ServerProfile.USUAL));
    }

    @Test
    void theDefaultIsTakenUnlessAnotherIsNamed() throws Exception {
        profiles(TWO);
        secrets("user = alice\npassword = p w=#[x]\\n\n", "rw-------");

        assertThat(choose(null).address()).isEqualTo(URI.create("http://127.0.0.1:9390"));
        ServerProfile bank = choose("bank");
        assertThat(bank.login()).isEqualTo(new Login("alice", "p w=#[x]\\n"));
        assertThat(bank.key()).isNull();
        assertThat(bank.certificate()).isEqualTo(folder.resolve("ca.pem"));
        assertThat(bank.toString()).doesNotContain("p w=");
    }

    @Test
    void linesMayEndAsOnWindowsBehindAByteOrderMark() throws Exception {
        profiles("\ufeff" + TWO.replace("\n", "\r\n"));
        secrets("app-key = k\r\nsecret-key = s\r\n", "rw-------");

        assertThat(choose(null).name()).isEqualTo("lab");
        assertThat(choose("bank").key()).isEqualTo(new SigningKey("k", "s"));
    }

    @Test
    void theEnvironmentCountsLessThanTheCallAndMoreThanTheDefault() throws Exception {
        profiles(TWO);
        secrets("app-key = k\nsecret-key = s\n", "rw-------");
        Profiles profiles = profiles(Map.of("FATE_FLOW_PROFILE", "bank"));

        assertThat(profiles.choose(new Choice(null, null, null)).name()).isEqualTo("bank");
        assertThat(profiles.choose(new Choice("lab", null, null)).name()).isEqualTo("lab");
        assertThat(profiles(Map.of("FATE_FLOW_SERVER", "http://h:1"))
                        .choose(new Choice(null, null, null))
                        .address())
                .isEqualTo(URI.create("http://h:1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void secretsThatOthersMayReadAreRefusedWithWhatToDo(String permissions) throws Exception {
        profiles(TWO);
        secrets("user = alice\npassword = p\n", permissions);

        assertThatThrownBy(() -> choose("bank"))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("FFB-5273")
                .hasMessageContaining("chmod 600 " + folder.resolve("bank.secrets"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user = a                     | FFB-5274 | user, but not password",
                "# nothing                    | FFB-5274 | neither user and password nor app-key and secret-key",
                "pass = geheim                | FFB-5271 | line 1",
                "[x]                          | FFB-5271 | no [sections]"
            })
    void secretsThatLackSomethingAreRefusedWithoutShowingThem(String text, String id, String why) throws Exception {
        profiles(TWO);
        secrets(text, "rw-------");

        assertThatThrownBy(() -> choose("bank"))
                .hasMessageContaining(id)
                .hasMessageContaining(why)
                .hasMessageNotContaining("geheim");
    }

    @Test
    void anUnknownProfileIsRefusedWithThoseThatThereAre() throws Exception {
        profiles(TWO);

        assertThatThrownBy(() -> choose("bnak"))
                .hasMessageContaining("FFB-5272")
                .hasMessageContaining("lab, bank");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[a]\\n[a]             | line 2: [a] is there twice",
                "[a]\\nserver          | line 2: it is none of",
                "[a]\\npassword = x    | line 2: it is none of",
                "default = a\\n[a]     | [a] has no server",
                "default = a\\n[a]\\nserver = ftp://x | no address of a server",
                "default = a\\n[a]\\nserver = http://u:p@x | what is given is no address"
            })
    void aBrokenFileIsRefusedWithTheLine(String text, String why) throws Exception {
        profiles(text.replace("\\n", "\n"));

        assertThatThrownBy(() -> choose(null)).hasMessageContaining("FFB-5271").hasMessageContaining(why);
    }

    @Test
    void aPasswordIsNotSentOverHttpToAnotherMachine() throws Exception {
        profiles("default = far\n[far]\nserver = http://192.0.2.1:9380\nsecrets = bank.secrets\n");
        secrets("user = alice\npassword = p\n", "rw-------");

        assertThatThrownBy(() -> choose(null)).hasMessageContaining("FFB-5275");
    }

    private ServerProfile choose(@Nullable String name) throws ProfileException {
        return profiles(Map.of()).choose(new Choice(name, null, null));
    }

    private Profiles profiles(Map<String, String> environment) {
        return new Profiles(folder.resolve("profiles"), environment);
    }

    private void profiles(String text) throws IOException {
        Files.writeString(folder.resolve("profiles"), text);
    }

    private void secrets(String text, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("bank.secrets"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}

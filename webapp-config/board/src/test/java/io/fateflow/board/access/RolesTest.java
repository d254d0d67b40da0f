package io.fateflow.board.access;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.board.access.RoleCalls.Said;

import static org.assertj.core.api.Assertions.assertThat;

/** Each cell of the table of roles, by each way into the server, through a socket. */
@RolesServer
class RolesTest {

    @Autowired
    private RoleCalls calls;

    static Stream<Arguments> cells() {
        return RoleTableText.cells().entrySet().stream().flatMap(row -> row.getValue().entrySet().stream()
                .map(cell -> Arguments.of(row.getKey(), cell.getKey(), cell.getValue())));
    }

    @Test
    void theTableHasACellForEachActionAndAccount() {
        assertThat(cells()).hasSizeGreaterThanOrEqualTo(240);
    }

    @ParameterizedTest(name = "{0} by {1}: {2}")
    @MethodSource("cells")
    void anAccountMayWhatItsRoleMay(String action, String account, char may) throws IOException {
        List<Said> own = calls.of(action, account, RoleAccounts.jobOf(account));

        assertThat(own).isNotEmpty();
        if (may == '-') {
            assertThat(own).allSatisfy(said -> assertRefused(said, account));
        } else {
            assertThat(own)
                    .allSatisfy(said ->
                            assertThat(said.status()).as(said.toString()).isNotIn(401, 403));
        }
        if (may == 'o') {
            assertThat(calls.of(action, account, RoleAccounts.ANOTHERS)).allSatisfy(said -> {
                assertThat(said.status()).as(said.toString()).isEqualTo(403);
                assertThat(said.body()).contains("FFB-5010", RoleAccounts.ANOTHERS);
            });
        }
        if (may == '+') {
            assertThat(calls.of(action, account, RoleAccounts.ANOTHERS))
                    .allSatisfy(said ->
                            assertThat(said.status()).as(said.toString()).isNotIn(401, 403));
        }
    }

    private static void assertRefused(Said said, String account) {
        assertThat(said.status()).as(said.toString()).isEqualTo(403);
        if (account.equals("nobody")) {
            assertThat(said.body()).contains("FFB-5009");
        } else if (!said.call().contains("/engine-rest/")) {
            assertThat(said.body()).contains("FFB-5008", account);
        }
    }
}

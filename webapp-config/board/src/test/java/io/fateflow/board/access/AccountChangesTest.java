package io.fateflow.board.access;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.role.Role;

import static org.assertj.core.api.Assertions.assertThat;

/** Who changes accounts in the engine is written into the audit log, with what he has changed. */
@RolesServer
class AccountChangesTest {

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void whatAnAdministratorChangesOfAccountsIsInTheAuditLogUnderHisName() {
        long before = jdbc.queryForObject("select coalesce(max(id), 0) from audit_log", Long.class);

        assertThat(engine("POST", "/user/create", """
                {"profile": {"id": "newcomer", "firstName": "N", "lastName": "C", "email": ""},
                 "credentials": {"password": "a-secret-of-his"}}""").statusCode()).isEqualTo(204);
        assertThat(engine("PUT", "/group/fateSubmitters/members/newcomer", "").statusCode())
                .isEqualTo(204);
        assertThat(engine("DELETE", "/group/fateSubmitters/members/newcomer", "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(engine("DELETE", "/user/newcomer", "").statusCode()).isEqualTo(204);
        assertThat(engine("PUT", "/group/" + Role.ALL_ROLES + "/members/administrator", "")
                        .statusCode())
                .isEqualTo(403);

        List<String> written = jdbc.queryForList(
                "select actor || ' ' || details from audit_log where id > ? and action = 'account_change' order by id",
                String.class,
                before);
        assertThat(written)
                .hasSize(4)
                .allMatch(row -> row.startsWith("administrator "))
                .noneMatch(row -> row.contains("a-secret-of-his"));
        assertThat(written.get(0)).contains("\"of\":\"User\"", "\"operation\":\"Create\"", "newcomer");
        assertThat(written.get(1)).contains("\"of\":\"Group membership\"", "Create", "newcomer", "fateSubmitters");
        assertThat(written.get(2)).contains("\"of\":\"Group membership\"", "Delete", "newcomer", "fateSubmitters");
        assertThat(written.get(3)).contains("\"of\":\"User\"", "\"operation\":\"Delete\"", "newcomer");
    }

    private HttpResponse<String> engine(String method, String path, String body) {
        return accounts.basic("administrator", method, "/engine-rest/engine/" + accounts.engineName() + path, body);
    }
}

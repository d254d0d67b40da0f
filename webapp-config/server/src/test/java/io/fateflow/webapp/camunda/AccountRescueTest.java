package io.fateflow.webapp.camunda;

import java.sql.Timestamp;
import java.time.Instant;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.identity.User;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class AccountRescueTest {

    @Autowired
    private AccountRescue rescue;

    @Autowired
    private IdentityService identities;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    @Tag("slow")
    void aLockedAccountIsOpenAgainWithANewPasswordAndTheAuditLogSaysSo() {
        User user = identities.newUser("sole");
        user.setPassword("forgotten");
        identities.saveUser(user);
        jdbc.update(
                "update act_id_user set attempts_ = 10, lock_exp_time_ = ? where id_ = 'sole'",
                Timestamp.from(Instant.now().plusSeconds(3600)));

        assertThat(rescue.unlock("sole")).isTrue();
        assertThat(jdbc.queryForObject("select attempts_ from act_id_user where id_ = 'sole'", Integer.class))
                .isZero();
        String password = rescue.newPassword("sole").orElseThrow();

        assertThat(identities.checkPassword("sole", "forgotten")).isFalse();
        assertThat(identities.checkPassword("sole", password)).isTrue();
        assertThat(jdbc.queryForList(
                        "select action from audit_log where action like 'account%' order by id", String.class))
                .containsExactly("account_unlock", "account_password");
    }

    @Test
    void whoHasLostItsSecondFactorLogsInWithoutIt() {
        jdbc.update(
                "insert into second_factor (account, secret, begin_time, confirm_time) values ('lost', 'AAAA', 1, 1)");

        assertThat(rescue.removeSecondFactor("lost")).isTrue();
        assertThat(rescue.removeSecondFactor("lost")).isFalse();
        assertThat(jdbc.queryForList(
                        "select details from audit_log where action = 'second_factor' order by id", String.class))
                .singleElement()
                .asString()
                .contains("\"account\":\"lost\"", "\"change\":\"removed\"");
    }

    @Test
    void whoIsNotThereIsSaid() {
        assertThat(rescue.unlock("nobody-at-all")).isFalse();
        assertThat(rescue.newPassword("nobody-at-all")).isEmpty();
    }
}

package io.fateflow.engine.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The rows of {@code second_factor} and {@code recovery_code}; whoever looks at a code has the account's row locked. */
final class SecondFactorStore {

    private static final String ROW =
            "select account, secret, begin_time, confirm_time, last_step, failures, not_before from second_factor";

    private final JdbcClient jdbc;

    SecondFactorStore(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * A row; times in epoch milliseconds.
     *
     * @param secret as it is stored
     */
    record Row(
            String account,
            String secret,
            long beginTime,
            @Nullable Long confirmTime,
            long lastStep,
            int failures,
            long notBefore) {

        static Row of(ResultSet row, int number) throws SQLException {
            long confirmed = row.getLong("confirm_time");
            boolean isConfirmed = !row.wasNull();
            return new Row(
                    row.getString("account"),
                    row.getString("secret"),
                    row.getLong("begin_time"),
                    isConfirmed ? confirmed : null,
                    row.getLong("last_step"),
                    row.getInt("failures"),
                    row.getLong("not_before"));
        }
    }

    Optional<Row> find(String account) {
        return jdbc.sql(ROW + " where account = ?")
                .param(account)
                .query(Row::of)
                .optional();
    }

    Optional<Row> lock(String account) {
        return jdbc.sql(ROW + " where account = ? for update")
                .param(account)
                .query(Row::of)
                .optional();
    }

    List<Row> confirmed() {
        return jdbc.sql(ROW + " where confirm_time is not null order by account")
                .query(Row::of)
                .list();
    }

    void insert(String account, String secret, long now) {
        jdbc.sql("insert into second_factor (account, secret, begin_time) values (:account, :secret, :now)")
                .param("account", account)
                .param("secret", secret)
                .param("now", now)
                .update();
    }

    /** In place of what was stored before. */
    void secret(String account, String stored) {
        jdbc.sql("update second_factor set secret = :secret where account = :account")
                .param("account", account)
                .param("secret", stored)
                .update();
    }

    List<String> accounts() {
        return jdbc.sql("select account from second_factor order by account")
                .query(String.class)
                .list();
    }

    void confirm(String account, long now) {
        jdbc.sql("update second_factor set confirm_time = :now where account = :account")
                .param("account", account)
                .param("now", now)
                .update();
    }

    void used(String account, long step) {
        jdbc.sql("update second_factor set last_step = :step, failures = 0, not_before = 0 where account = :account")
                .param("account", account)
                .param("step", step)
                .update();
    }

    void failed(String account, int failures, long notBefore) {
        jdbc.sql("update second_factor set failures = :failures, not_before = :notBefore where account = :account")
                .param("account", account)
                .param("failures", failures)
                .param("notBefore", notBefore)
                .update();
    }

    /** Whether there was one. */
    boolean delete(String account) {
        jdbc.sql("delete from recovery_code where account = ?").param(account).update();
        return jdbc.sql("delete from second_factor where account = ?")
                        .param(account)
                        .update()
                > 0;
    }

    /** In place of those that are left. */
    void recoveryCodes(String account, List<String> digests) {
        jdbc.sql("delete from recovery_code where account = ?").param(account).update();
        for (String digest : digests) {
            jdbc.sql("insert into recovery_code (account, digest) values (:account, :digest)")
                    .param("account", account)
                    .param("digest", digest)
                    .update();
        }
    }

    /** Whether it was there; it is no more. */
    boolean takeRecoveryCode(String account, String digest) {
        return jdbc.sql("delete from recovery_code where account = :account and digest = :digest")
                        .param("account", account)
                        .param("digest", digest)
                        .update()
                > 0;
    }

    int recoveryCodesLeft(String account) {
        return jdbc.sql("select count(*) from recovery_code where account = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }
}

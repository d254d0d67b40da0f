package io.fateflow.webapp.storage;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.database.testing.TestSchema;
import io.fateflow.webapp.atrest.KeptVersions;

/** Which encrypted files are the newest, in an H2 database of a name that nobody else uses. */
public final class TestVersions {

    private final DataSource database;

    public TestVersions(String name) {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa", "");
        TestSchema.migrate(pool);
        database = pool;
    }

    public KeptVersions versions() {
        return new TableOfVersions(
                new JdbcTemplate(database), new TransactionTemplate(new DataSourceTransactionManager(database)));
    }

    public int count() {
        return new JdbcTemplate(database).queryForObject("select count(*) from kept_version", Integer.class);
    }

    public void forgetAll() {
        new JdbcTemplate(database).update("delete from kept_version");
    }
}

package io.fateflow.engine.resource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Statements about the row of {@code job} that a lease takes something of. */
record JobRowSql(JdbcClient jdbc) {

    static final String AT = " where job_id = :job and role = :role and party_id = :party";

    /** A statement with the parameters of {@link #AT}. */
    StatementSpec of(LeaseKey key, String sql) {
        return jdbc.sql(sql).param("job", key.jobId()).param("role", key.role()).param("party", key.partyId());
    }

    /** Whether the row was as it had to be, and is changed. */
    boolean update(LeaseKey key, String change, String condition) {
        return of(key, "update job set " + change + AT + condition).update() > 0;
    }
}

package io.fateflow.engine.plugin;

import java.time.Clock;
import java.util.function.Supplier;
import javax.sql.DataSource;

import org.camunda.bpm.engine.ProcessEngine;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.executor.LostRace;
import io.fateflow.engine.node.Commits;
import io.fateflow.engine.node.DatabaseSessions;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.PostgresChannel;
import io.fateflow.engine.node.PostgresSessions;
import io.fateflow.engine.resource.EngineConfig;

/**
 * What all parts of the scheduler stand on.
 *
 * @param jdbc on connections whose commits are seen
 * @param shared whether other servers may be on the same database
 * @param commands runs transactions in the engine, once it is there
 */
record SchedulerBase(
        DataSource dataSource,
        JdbcTemplate jdbc,
        boolean shared,
        Clock clock,
        EngineSettings settings,
        Stores stores,
        Supplier<ProcessEngine> engine,
        EngineCommands commands,
        NodeChannel channel,
        DatabaseSessions sessions,
        AuditLog audit) {

    static SchedulerBase on(
            DataSource dataSource,
            Commits commits,
            EngineSettings settings,
            Clock clock,
            String sessionName,
            Supplier<ProcessEngine> engine,
            CurrentActor actor) {
        JdbcTemplate jdbc = commits.watched(dataSource);
        boolean shared = isPostgres(jdbc);
        return new SchedulerBase(
                dataSource,
                jdbc,
                shared,
                clock,
                settings,
                Stores.on(jdbc, clock),
                engine,
                new EngineCommands(engine, new LostRace()),
                shared ? new PostgresChannel(dataSource) : NodeChannel.alone(),
                shared ? new PostgresSessions(jdbc, sessionName) : DatabaseSessions.own(),
                new AuditLog(jdbc, clock, new ActingUser(actor, engine)));
    }

    /** Other nodes can be there on PostgreSQL only: an H2 file is one server's. */
    private static boolean isPostgres(JdbcTemplate jdbc) {
        return "PostgreSQL".equals(jdbc.execute((ConnectionCallback<String>)
                connection -> connection.getMetaData().getDatabaseProductName()));
    }

    EngineConfig config() {
        return settings.engine();
    }
}

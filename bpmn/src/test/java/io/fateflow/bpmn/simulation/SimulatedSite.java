package io.fateflow.bpmn.simulation;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.spring.SpringProcessEngineConfiguration;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.federation.auth.SiteAuthentication;
import io.fateflow.engine.federation.directory.SiteIdentity;
import io.fateflow.engine.federation.incoming.WireDispatcher;
import io.fateflow.engine.federation.incoming.WireRequest;
import io.fateflow.engine.federation.outgoing.PartyTransport;
import io.fateflow.engine.federation.wire.Answer;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.Federation;

/**
 * A whole site without a job executor: the simulation does its engine jobs, one at a time. A call of another site is taken on
 * a thread of its own: transactions are bound to threads, and the caller's is not over.
 */
final class SimulatedSite implements AutoCloseable {

    /** A metric's name that nothing but the database knows to be wrong. */
    static final String REFUSED_BY_DATABASE = "refused_by_database";

    private final long partyId;
    private final SimulatedClock.OfSite clock;
    private final PartyTransport transport;
    private final ExecutorService thread;
    private final HikariDataSource database;
    private final CrashingDataSource crashing;
    private final JdbcTemplate jdbc;
    private @Nullable Waiting waiting;
    private int starts;
    private @Nullable SqlSessionFactory statements;
    private @Nullable Running running;

    /** What a restart loses. */
    private record Running(FateFlowEngine parts, ProcessEngine engine, WireDispatcher calls) {}

    SimulatedSite(long partyId, SimulatedClock time, PartyTransport transport) {
        this.partyId = partyId;
        this.clock = time.new OfSite();
        this.transport = transport;
        this.thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "site-" + partyId));
        this.database = database(partyId);
        this.crashing = new CrashingDataSource(database);
        this.jdbc = new JdbcTemplate(database);
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
        jdbc.execute("alter table tracking_metric add constraint %s check (metric_name <> '%s')"
                .formatted(REFUSED_BY_DATABASE, REFUSED_BY_DATABASE));
        start();
    }

    private HikariDataSource database(long party) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:simulated_%d_%d;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=2000;QUERY_CACHE_SIZE=512"
                .formatted(party, System.identityHashCode(this)));
        config.setMaximumPoolSize(4);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    private void start() {
        starts++;
        running = on(() -> {
            Federation federation =
                    new Federation(transport, new SiteIdentity(partyId, "1.11.4", "127.0.0.1", 9380, 9360));
            FateFlowEngine parts = new FateFlowEngine(
                    crashing, EngineSettings.standard(), ModuleCatalog.standard(), clock, federation);
            SpringProcessEngineConfiguration configuration = new SpringProcessEngineConfiguration();
            StaticApplicationContext context = new StaticApplicationContext();
            context.refresh();
            configuration.setApplicationContext(context);
            configuration.setDataSource(crashing);
            configuration.setTransactionManager(new DataSourceTransactionManager(crashing));
            configuration.setDatabaseSchemaUpdate("true");
            configuration.setJobExecutorActivate(false);
            configuration.setMetricsEnabled(false);
            // all that takes long about an engine's start is reading its statements, and they are the same again
            configuration.setSqlSessionFactory(statements);
            configuration.setProcessEngineName(
                    "simulated-%d-%d-%d".formatted(partyId, System.identityHashCode(this), starts));
            configuration.getProcessEnginePlugins().add(parts.plugin());
            ProcessEngine engine = configuration.buildProcessEngine();
            statements = configuration.getSqlSessionFactory();
            WireDispatcher calls = new WireDispatcher(
                    parts.partyCalls(), new SiteAuthentication(partyId, null, Map.of()), refused -> {});
            return new Running(parts, engine, calls);
        });
    }

    /** What was only in memory is lost. */
    void restart() {
        engine().close();
        start();
    }

    long partyId() {
        return partyId;
    }

    void skew(Duration skew) {
        clock.skew(skew);
    }

    /** When, by the simulation's clock, something happens that this site dates. */
    long common(long ofSite) {
        return clock.common(ofSite);
    }

    long now() {
        return clock.millis();
    }

    FateFlowEngine parts() {
        return running().parts();
    }

    ProcessEngine engine() {
        return running().engine();
    }

    /** Reads rows, whether the site lives or not. */
    JdbcTemplate jdbc() {
        return jdbc;
    }

    CrashingDataSource crashing() {
        return crashing;
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("the site does not run");
        }
        return now;
    }

    /** Takes a call of another site. */
    Answer answer(WireRequest request) {
        return on(() -> running().calls().dispatch(request));
    }

    /**
     * Does something by the site's clock.
     *
     * @throws SiteCrashed if the site died doing it
     */
    <T> T on(Callable<T> work) {
        try {
            return clock.somebodyWorks()
                    ? thread.submit(() -> clock.during(work)).get()
                    : clock.during(work);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** What may be done here, now or later. */
    Waiting waiting() {
        long uses = crashing.uses();
        if (waiting == null || waiting.uses() != uses) {
            waiting = Waiting.at(this, uses);
        }
        return waiting;
    }

    @Override
    public void close() {
        engine().close();
        thread.shutdown();
        database.close();
    }
}

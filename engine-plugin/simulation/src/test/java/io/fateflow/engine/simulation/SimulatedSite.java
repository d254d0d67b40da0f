package io.fateflow.engine.simulation;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

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

import io.fateflow.database.embedded.InPlaceTables;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.node.DatabaseClock;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.incoming.WireDispatcher;
import io.fateflow.federation.incoming.WireRequest;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.wire.Answer;

/**
 * A whole site without a job executor, of one server or two: the simulation does its engine jobs, one at a time. A call of another site is taken on
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
    private final AtomicLong ids = new AtomicLong();
    private final Random choices = new Random();
    private final CrashingDataSource crashing;
    private final JdbcTemplate jdbc;
    private final List<Running> nodes = new ArrayList<>();
    private @Nullable Waiting waiting;
    private int starts;
    private int atWork;
    private int standsStill;
    private long standsStillUntil;
    private @Nullable SqlSessionFactory statements;

    /**
     * A server of the site: what a restart loses.
     *
     * @param clock the site's, as measured by a machine whose own is wrong
     */
    private record Running(FateFlowEngine parts, ProcessEngine engine, WireDispatcher calls, DatabaseClock clock) {}

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
        nodes.add(start(Duration.ZERO));
    }

    private HikariDataSource database(long party) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:simulated_%d_%d;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=2000;QUERY_CACHE_SIZE=512%s"
                .formatted(party, System.identityHashCode(this), InPlaceTables.OPTION));
        config.setMaximumPoolSize(4);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    private Running start(Duration wrong) {
        starts++;
        DatabaseClock measured = new DatabaseClock(Clock.offset(clock, wrong), this::nanos);
        measure(measured);
        return on(measured, () -> {
            Federation federation =
                    new Federation(transport, new SiteIdentity(partyId, "1.11.4", "127.0.0.1", 9380, 9360));
            FateFlowEngine parts = new FateFlowEngine(
                    crashing,
                    EngineSettings.standard(),
                    ModuleCatalog.standard(),
                    measured,
                    federation,
                    new Membership(crashing, ""),
                    ComponentChecks.none(),
                    ExecutorSurroundings.none(),
                    choices);
            SpringProcessEngineConfiguration configuration = new SpringProcessEngineConfiguration();
            StaticApplicationContext context = new StaticApplicationContext();
            context.refresh();
            configuration.setApplicationContext(context);
            configuration.setDataSource(crashing);
            configuration.setTransactionManager(new DataSourceTransactionManager(crashing));
            configuration.setDatabaseSchemaUpdate("true");
            configuration.setJobExecutorActivate(false);
            configuration.setMetricsEnabled(false);
            // the engine's own takes ids by the hundred, with a commit in the midst of what happens to need the next
            // ones
            configuration.setIdGenerator(() -> Long.toString(ids.incrementAndGet()));
            // all that takes long about an engine's start is reading its statements, and they are the same again
            configuration.setSqlSessionFactory(statements);
            configuration.setProcessEngineName(
                    "simulated-%d-%d-%d".formatted(partyId, System.identityHashCode(this), starts));
            configuration.getProcessEnginePlugins().add(parts.plugin());
            ProcessEngine engine = configuration.buildProcessEngine();
            statements = configuration.getSqlSessionFactory();
            WireDispatcher calls = new WireDispatcher(
                    parts.partyCalls(), new SiteAuthentication(partyId, null, Map.of()), refused -> {});
            return new Running(parts, engine, calls, measured);
        });
    }

    private long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    private void measure(DatabaseClock ofNode) {
        ofNode.measured(TimeUnit.MILLISECONDS.toMicros(clock.millis()), nanos(), nanos());
    }

    /** As somebody does who owns the site's tables. */
    void deploy(String policy) {
        on(() -> engine().getRepositoryService()
                .createDeployment()
                .addClasspathResource(policy)
                .deploy());
    }

    /** What was only in memory of the node at work is lost. */
    void restart() {
        Duration wrong = running().clock().difference();
        engine().close();
        nodes.set(atWork, start(wrong));
    }

    /** Another server on the site's database, until {@link #oneNode}. */
    void anotherNode(Duration wrong) {
        nodes.add(start(wrong));
    }

    /** One server that remembers nothing, as at the beginning. */
    void oneNode() {
        if (hasSeveralNodes()) {
            nodes.forEach(node -> node.engine().close());
            nodes.clear();
            atWork = 0;
            standsStillUntil = 0;
            nodes.add(start(Duration.ZERO));
        }
    }

    boolean hasSeveralNodes() {
        return nodes.size() > 1;
    }

    /** Which server does what comes next. One that stands still does nothing. */
    void turn(int wish) {
        boolean still = standsStillUntil > common(now()) && wish == standsStill;
        atWork = still ? 1 - wish : wish;
        measure(running().clock());
    }

    /** The node at work stands still for a while; its database sessions have been ended by the other one. */
    void standStill(Duration time) {
        standsStill = atWork;
        standsStillUntil = common(now()) + time.toMillis();
    }

    long partyId() {
        return partyId;
    }

    /** All that its servers pick from now on is the seed's. */
    void seed(long seed) {
        choices.setSeed(seed);
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
        return nodes.get(atWork);
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
        return on(running().clock(), work);
    }

    private <T> T on(Clock ofNode, Callable<T> work) {
        try {
            return clock.somebodyWorks()
                    ? thread.submit(() -> clock.during(ofNode, work)).get()
                    : clock.during(ofNode, work);
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
        nodes.forEach(node -> node.engine().close());
        thread.shutdown();
        database.close();
    }
}

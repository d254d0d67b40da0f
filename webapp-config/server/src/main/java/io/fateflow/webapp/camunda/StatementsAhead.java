package io.fateflow.webapp.camunda;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

import org.apache.ibatis.builder.xml.XMLConfigBuilder;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.apache.ibatis.transaction.managed.ManagedTransactionFactory;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.db.sql.DbSqlSessionFactory;
import org.camunda.bpm.engine.impl.util.ReflectUtil;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Reads the engine's SQL statements, some fifty files, on another core while the rest of the server is being put together: of a start
 * that was a fifth. The engine would read them as {@link #read} does ({@code initSqlSessionFactory}); all that they depend on is the kind
 * of the database.
 */
final class StatementsAhead implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String url = context.getEnvironment().getProperty("spring.datasource.url", "");
        if (url.startsWith("jdbc:h2:")) {
            register(context, DbSqlSessionFactory.H2);
        } else if (url.startsWith("jdbc:postgresql:")) {
            register(context, DbSqlSessionFactory.POSTGRES);
        }
    }

    private static void register(ConfigurableApplicationContext context, String database) {
        CompletableFuture<Configuration> reading =
                CompletableFuture.supplyAsync(() -> read(database), StatementsAhead::start);
        context.getBeanFactory().registerSingleton("statementsAhead", new Plugin(database, reading));
    }

    /** On a thread of its own: the common pool's don't see the classes that are in this program's jar. */
    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fate-statements-ahead");
        thread.setDaemon(true);
        thread.start();
    }

    /** What the engine has of its statements on a kind of database. */
    static Configuration read(String database) {
        Properties words = new Properties();
        words.put("prefix", "");
        ProcessEngineConfigurationImpl.initSqlSessionFactoryProperties(words, "", database);
        try (InputStream in =
                        ReflectUtil.getResourceAsStream(ProcessEngineConfigurationImpl.DEFAULT_MYBATIS_MAPPING_FILE);
                InputStreamReader mappings = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            return new XMLConfigBuilder(mappings, "", words).parse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives an engine what was read, unless its settings say something else. */
    private static final class Plugin extends AbstractProcessEnginePlugin {

        private final String database;
        private final CompletableFuture<@Nullable Configuration> reading;

        Plugin(String database, CompletableFuture<Configuration> reading) {
            this.database = database;
            // the engine comes to the same failure, and has the words for it
            this.reading = reading.exceptionally(failure -> null);
        }

        @Override
        public void preInit(ProcessEngineConfigurationImpl engine) {
            @Nullable Configuration statements = engine.getDatabaseTablePrefix().isEmpty() ? reading.join() : null;
            if (statements == null) {
                return;
            }
            statements.setEnvironment(
                    new Environment("default", new ManagedTransactionFactory(), engine.getDataSource()));
            statements.setDefaultStatementTimeout(engine.getJdbcStatementTimeout());
            if (engine.isJdbcBatchProcessing()) {
                statements.setDefaultExecutorType(ExecutorType.BATCH);
            }
            engine.setSqlSessionFactory(new DefaultSqlSessionFactory(statements));
        }

        @Override
        public void postInit(ProcessEngineConfigurationImpl engine) {
            if (!database.equals(engine.getDatabaseType())) {
                throw new IllegalStateException("spring.datasource.url leads to a database of %s, which calls itself %s"
                        .formatted(database, engine.getDatabaseType()));
            }
        }
    }
}

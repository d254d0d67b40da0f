package io.fateflow.engine.contract;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.apache.ibatis.transaction.managed.ManagedTransactionFactory;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;

/**
 * The engine's SQL statements, which are the same for all engines on one kind of database: reading them is two thirds of
 * what the start of an engine costs, and each test starts one. An engine has its own data source all the same.
 */
final class EngineStatements {

    private static final Map<String, Configuration> READ = new ConcurrentHashMap<>();

    private EngineStatements() {}

    /**
     * Builds an engine, which reads the statements only if none on that kind of database has read them before.
     *
     * @param kind of database, by whatever name
     * @param configuration complete, with a data source whose transactions somebody else manages
     */
    static ProcessEngine build(String kind, ProcessEngineConfigurationImpl configuration) {
        Configuration read = READ.get(kind);
        if (read != null) {
            configuration.setSqlSessionFactory(new DefaultSqlSessionFactory(new OfEngine(read, configuration)));
        }
        ProcessEngine engine = configuration.buildProcessEngine();
        READ.putIfAbsent(kind, configuration.getSqlSessionFactory().getConfiguration());
        return engine;
    }

    /** What was read, on another data source. */
    private static final class OfEngine extends Configuration {

        private final Configuration read;

        OfEngine(Configuration read, ProcessEngineConfigurationImpl engine) {
            super(new Environment("default", new ManagedTransactionFactory(), engine.getDataSource()));
            this.read = read;
            setCacheEnabled(read.isCacheEnabled());
            setLocalCacheScope(read.getLocalCacheScope());
            setDefaultExecutorType(read.getDefaultExecutorType());
        }

        @Override
        public MappedStatement getMappedStatement(String id) {
            return read.getMappedStatement(id);
        }

        @Override
        public MappedStatement getMappedStatement(String id, boolean validateIncompleteStatements) {
            return read.getMappedStatement(id, validateIncompleteStatements);
        }

        @Override
        public boolean hasStatement(String statementName) {
            return read.hasStatement(statementName);
        }
    }
}

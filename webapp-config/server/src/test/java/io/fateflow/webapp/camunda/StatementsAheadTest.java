package io.fateflow.webapp.camunda;

import java.util.Map;
import java.util.TreeMap;

import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.StandaloneInMemProcessEngineConfiguration;
import org.camunda.bpm.engine.impl.db.ListQueryParameterObject;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StatementsAheadTest {

    private static final int AS_GOOD_AS_ALL = 800;

    @Test
    void theyAreWhatTheEngineReadsByItself() {
        Map<String, String> read = texts(StatementsAhead.read("h2"));

        assertThat(read).hasSizeGreaterThan(AS_GOOD_AS_ALL).isEqualTo(ofAnEngine());
    }

    @Test
    void theyAreThoseOfTheDatabase() {
        assertThat(texts(StatementsAhead.read("postgres"))).isNotEqualTo(texts(StatementsAhead.read("h2")));
    }

    @Test
    void anEngineHasThemBeforeItWouldReadThem() {
        ProcessEngineConfigurationImpl configuration = configuration();
        ProcessEnginePlugin ahead = ahead("jdbc:h2:mem:anything");
        ahead.preInit(configuration);
        SqlSessionFactory given = configuration.getSqlSessionFactory();
        configuration.getProcessEnginePlugins().add(ahead);

        ProcessEngine engine = configuration.buildProcessEngine();
        try {
            assertThat(given).isNotNull();
            assertThat(engine.getRuntimeService().createProcessInstanceQuery().count())
                    .isZero();
        } finally {
            engine.close();
        }
    }

    @Test
    void tablesWithAPrefixNeedOthers() {
        ProcessEngineConfigurationImpl configuration = configuration();
        configuration.setDatabaseTablePrefix("OURS.");

        ahead("jdbc:h2:mem:anything").preInit(configuration);

        assertThat(configuration.getSqlSessionFactory()).isNull();
    }

    @Test
    void anotherDatabaseThanItsUrlSaysIsRefused() {
        ProcessEngineConfigurationImpl configuration = configuration();
        configuration.getProcessEnginePlugins().add(ahead("jdbc:postgresql://nowhere/fate"));

        assertThatThrownBy(configuration::buildProcessEngine).hasMessageContaining("leads to a database of postgres");
    }

    private static ProcessEnginePlugin ahead(String url) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("spring.datasource.url", url)));
        new StatementsAhead().initialize(context);
        return (ProcessEnginePlugin) requireNonNull(context.getBeanFactory().getSingleton("statementsAhead"));
    }

    private static ProcessEngineConfigurationImpl configuration() {
        ProcessEngineConfigurationImpl configuration = new StandaloneInMemProcessEngineConfiguration();
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:statements_ahead;DB_CLOSE_DELAY=-1");
        configuration.setDataSource(database);
        configuration.setProcessEngineName("statements-ahead");
        configuration.setJobExecutorActivate(false);
        return configuration;
    }

    private static Map<String, String> ofAnEngine() {
        ProcessEngineConfigurationImpl configuration = configuration();
        ProcessEngine engine = configuration.buildProcessEngine();
        try {
            return texts(configuration.getSqlSessionFactory().getConfiguration());
        } finally {
            engine.close();
        }
    }

    private static Map<String, String> texts(Configuration statements) {
        Map<String, String> texts = new TreeMap<>();
        for (Object each : statements.getMappedStatements()) {
            // short names that two have are there as what can't be used
            if (each instanceof MappedStatement statement) {
                texts.put(statement.getId(), statement.getSqlCommandType() + " " + text(statement));
            }
        }
        return texts;
    }

    private static String text(MappedStatement statement) {
        try {
            return statement
                    .getBoundSql(new ListQueryParameterObject("?", 0, 10))
                    .getSql();
        } catch (RuntimeException e) {
            return "of another argument";
        }
    }
}

package io.fateflow.engine.contract;

import javax.sql.DataSource;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Earlier versions of this program had no decisions, and their databases have no tables for them. */
final class DecisionsOfAnOlderDatabaseTest {

    private static long decisions(DataSource database, boolean known) {
        StandaloneProcessEngineConfiguration configuration = new StandaloneProcessEngineConfiguration();
        configuration.setDataSource(database);
        configuration.setDatabaseSchemaUpdate("true");
        configuration.setProcessEngineName("decisions-" + known);
        configuration.setDmnEnabled(known);
        ProcessEngine engine = configuration.buildProcessEngine();
        try {
            return known
                    ? engine.getRepositoryService()
                            .createDecisionDefinitionQuery()
                            .count()
                    : -1;
        } finally {
            engine.close();
        }
    }

    @Test
    void theEngineMakesThemAtItsNextStart() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:older;DB_CLOSE_DELAY=-1");

        assertThat(decisions(database, false)).isEqualTo(-1);

        assertThat(decisions(database, true)).isZero();
    }
}

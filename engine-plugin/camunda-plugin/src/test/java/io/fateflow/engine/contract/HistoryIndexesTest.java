package io.fateflow.engine.contract;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.plugin.EngineSettings;

import static org.assertj.core.api.Assertions.assertThat;

/** Which indexes of the engine's history a site's database has. */
final class HistoryIndexesTest {

    private static final String[] OF_REPORTS = {
        "act_idx_hi_ai_pdefid_end_time",
        "act_idx_hi_act_inst_stats",
        "act_idx_hi_act_inst_comp",
        "act_idx_hi_act_inst_start_end",
        "act_idx_hi_pi_pdefid_end_time"
    };

    private static final String[] OF_INSTANCES = {
        "act_idx_hi_act_inst_procinst",
        "act_idx_hi_actinst_root_pi",
        "act_idx_hi_act_inst_rm_time",
        "act_idx_hi_pro_i_buskey",
        "act_idx_hi_pro_inst_end",
        "act_idx_hi_pro_inst_rm_time"
    };

    @Test
    void anEmbeddedDatabaseHasNoneThatServesReportsOnly() {
        assertThat(indexes(Database.H2)).doesNotContain(OF_REPORTS).contains(OF_INSTANCES);
    }

    @Test
    void aDatabaseOfItsOwnHasWhatTheEngineHasMade() {
        assertThat(indexes(Database.POSTGRESQL)).contains(OF_REPORTS).contains(OF_INSTANCES);
    }

    private static Set<String> indexes(Database database) {
        try (TestSite site = TestSite.on(database, EngineSettings.standard(), Clock.systemUTC())) {
            JdbcTemplate jdbc = site.jdbc();
            return jdbc.execute((ConnectionCallback<Set<String>>) connection -> {
                Set<String> names = new TreeSet<>();
                names.addAll(indexes(connection, "act_hi_actinst"));
                names.addAll(indexes(connection, "act_hi_procinst"));
                return names;
            });
        }
    }

    private static Set<String> indexes(Connection connection, String table) throws SQLException {
        Set<String> names = new TreeSet<>();
        boolean upper = connection.getMetaData().storesUpperCaseIdentifiers();
        String stored = upper ? table.toUpperCase(Locale.ROOT) : table;
        try (ResultSet rows = connection.getMetaData().getIndexInfo(null, null, stored, false, true)) {
            while (rows.next()) {
                names.add(String.valueOf(rows.getString("INDEX_NAME")).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }
}

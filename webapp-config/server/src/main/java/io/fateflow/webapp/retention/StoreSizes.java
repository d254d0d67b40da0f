package io.fateflow.webapp.retention;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.storage.PassingVisitor;

/** How much this node keeps on disk, and the site in its database; as of the last {@link #measure}. */
@Component
final class StoreSizes implements MeterBinder {

    private static final Logger LOG = LoggerFactory.getLogger(StoreSizes.class);

    private static final List<String> TABLES = List.of(
            "job",
            "task",
            "resource_lease",
            "audit_log",
            "dag_definition",
            "storage_table_meta",
            "tracking_metric",
            "tracking_output_data_info",
            "component_summary",
            "component_model",
            "component_checkpoint",
            "component_cache",
            "pipeline_model",
            "imported_model",
            "task_report",
            "act_ru_execution",
            "act_ru_job",
            "act_hi_procinst",
            "act_hi_actinst",
            "act_hi_job_log",
            "act_hi_ext_task_log",
            "act_hi_varinst",
            "act_hi_incident",
            "act_ge_bytearray");

    private final Map<String, Path> stores;
    private final JdbcTemplate jdbc;
    private final Map<String, Size> sizes = new ConcurrentHashMap<>();
    private final Map<String, Long> rows = new ConcurrentHashMap<>();

    private record Size(long bytes, long files) {}

    StoreSizes(FateHome home, JdbcTemplate jdbc) {
        this.jdbc = jdbc;
        this.stores = new LinkedHashMap<>();
        stores.put("runs", home.jobs());
        stores.put("logs", home.logs());
        stores.put("spool", home.exchange());
        stores.put("tables", home.tables());
        stores.put("database", home.home().resolve("db"));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        stores.keySet().forEach(store -> {
            Gauge.builder("fate.store.size", () -> size(store).bytes())
                    .baseUnit("bytes")
                    .tag("store", store)
                    .description("what this node keeps on disk")
                    .register(registry);
            Gauge.builder("fate.store.files", () -> size(store).files())
                    .tag("store", store)
                    .description("in how many files")
                    .register(registry);
        });
        TABLES.forEach(table -> Gauge.builder("fate.table.rows", () -> rows.getOrDefault(table, 0L))
                .tag("table", table)
                .description("rows of a table of the database")
                .register(registry));
    }

    private Size size(String store) {
        return sizes.getOrDefault(store, new Size(0, 0));
    }

    /** Looks anew. What can't be looked at keeps its last value. */
    void measure() {
        stores.forEach((store, path) -> {
            try {
                sizes.put(store, measured(path));
            } catch (IOException e) {
                LOG.warn("cannot measure {}", store, e);
            }
        });
        for (String table : TABLES) {
            try {
                Long count = jdbc.queryForObject("select count(*) from " + table, Long.class);
                rows.put(table, count == null ? 0 : count);
            } catch (DataAccessException e) {
                LOG.warn("cannot count the rows of {}", table, e);
            }
        }
    }

    private static Size measured(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return new Size(0, 0);
        }
        Sum sum = new Sum();
        Files.walkFileTree(path, sum);
        return new Size(sum.bytes, sum.files);
    }

    private static final class Sum extends PassingVisitor {

        private long bytes;
        private long files;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes += attributes.size();
            files++;
            return FileVisitResult.CONTINUE;
        }
    }
}

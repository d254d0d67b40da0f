package io.fateflow.engine.resource.placement;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.resource.amount.ResourceQuantity;

/**
 * What to ask for, learned from what attempts on this site have used: those of the same component in jobs of the same shape,
 * or else, where these are too few, all of the module in that role. It is rather too much than too little: who has too little
 * memory fails.
 */
public final class LearnedRequests {

    private static final int FEWEST = 3;
    private static final int RECENT = 20;
    private static final int SEEN = 200;
    private static final double HEADROOM = 1.2;

    /** Who ran out of memory had asked for too little: nobody knows how much it would have used. */
    private static final double HEADROOM_OF_FAILED = 1.5;

    private static final long MEGABYTE = 1024 * 1024;
    private static final long MEMORY_STEP = 64;

    /** So much more than whole cores is a garbage collector's, and no core's worth. */
    private static final double SPARE_CORES = 0.1;

    private static final String OUT_OF_MEMORY = "out_of_memory";

    private static final String ATTEMPTS = """
            select t.peak_memory_bytes, t.cpu_millis, t.elapsed, t.exit_reason,
                case when t.component_name = :component and b.dag_key = :dagKey then 1 else 0 end as same_shape
            from task t join job_body b on b.job_id = t.job_id
            where t.component_module = :module and t.role = :role and t.peak_memory_bytes > 0 and t.end_time > 0
                and (t.party_status = 'success' or t.exit_reason = :outOfMemory)
            order by t.end_time desc
            limit :most
            """;

    private final JdbcClient jdbc;

    public LearnedRequests(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * One component at one role.
     *
     * @param dagKey the shape of its job; empty if another site schedules that
     */
    public record Like(String dagKey, String component, String module, String role) {}

    /**
     * What to ask for.
     *
     * @param memory in megabytes
     * @param cpu whole cores
     * @param attempts of how many it was learned
     */
    public record Learned(ResourceQuantity memory, ResourceQuantity cpu, int attempts) {}

    private record Used(boolean sameShape, long memory, double cores, boolean ranOut) {

        double needed() {
            return memory * (ranOut ? HEADROOM_OF_FAILED : HEADROOM);
        }
    }

    /** Empty as long as there were too few attempts like it. */
    public Optional<Learned> of(Like like) {
        List<Used> all = jdbc.sql(ATTEMPTS)
                .param("component", like.component())
                .param("dagKey", like.dagKey())
                .param("module", like.module())
                .param("role", like.role())
                .param("outOfMemory", OUT_OF_MEMORY)
                .param("most", SEEN)
                .query(LearnedRequests::used)
                .list();
        List<Used> alike = all.stream().filter(Used::sameShape).limit(RECENT).toList();
        List<Used> counting =
                alike.size() >= FEWEST ? alike : all.stream().limit(RECENT).toList();
        return counting.size() >= FEWEST ? Optional.of(learned(counting)) : Optional.empty();
    }

    private static Used used(ResultSet row, int number) throws SQLException {
        long elapsed = row.getLong("elapsed");
        return new Used(
                row.getInt("same_shape") == 1,
                row.getLong("peak_memory_bytes"),
                elapsed > 0 ? (double) row.getLong("cpu_millis") / elapsed : 0,
                OUT_OF_MEMORY.equals(row.getString("exit_reason")));
    }

    private static Learned learned(List<Used> attempts) {
        double bytes = attempts.stream().mapToDouble(Used::needed).max().orElse(0);
        double cores = attempts.stream().mapToDouble(Used::cores).max().orElse(0);
        long steps = (long) Math.ceil(bytes / MEGABYTE / MEMORY_STEP);
        return new Learned(
                ResourceQuantity.of(steps * MEMORY_STEP),
                ResourceQuantity.of(
                        BigDecimal.valueOf(Math.max(1, cores - SPARE_CORES)).setScale(0, RoundingMode.CEILING)),
                attempts.size());
    }
}

package io.fateflow.board.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which account may do what, written down once more by hand: {@code +} is yes, {@code o} on own jobs, {@code -} no. The last
 * column is an account without roles.
 */
final class RoleTableText {

    static final List<String> ACCOUNTS = List.of(
            "viewer",
            "submitter",
            "operator",
            "dataowner",
            "auditor",
            "administrator",
            "worker",
            "platform",
            "monitor",
            "nobody");

    private static final String TABLE = """
            site_read      + + + + + + - + - -
            job_read       + o + + + + - + - -
            result_read    + o - - - - - + - -
            log_read       + o + - - - - o - -
            job_submit     - o - - - - - + - -
            job_control    - o + - - - - o - -
            queue_manage   - - + - - - - - - -
            node_manage    - - + - - - - - - -
            repair         - - + - - - - - - -
            table_read     + + + + - - - + - -
            table_write    - - - + - - - - - -
            data_read      - o - + - - - o - -
            data_export    - - - + - - - - - -
            model_read     + o - + - - - + - -
            model_deploy   - o - - - - - o - -
            model_manage   - o - + - - - - - -
            consent_read   - - - + + - - - - -
            consent_decide - - - + - - - - - -
            audit_read     - - - - + - - - - -
            monitor        - - + - - + - - + -
            configure      - - - - - + - - - -
            work           - - - - - - + - - -
            engine_read    + - + - + - - - - -
            engine_retry   - - + - - - - - - -
            process_start  - - - - - - - + - -
            accounts       - - - - - + - - - -
            """;

    private RoleTableText() {}

    /** By action and account. */
    static Map<String, Map<String, Character>> cells() {
        Map<String, Map<String, Character>> cells = new LinkedHashMap<>();
        TABLE.lines().forEach(line -> {
            String[] words = line.split(" +", -1);
            Map<String, Character> row = new LinkedHashMap<>();
            for (int i = 0; i < ACCOUNTS.size(); i++) {
                row.put(ACCOUNTS.get(i), words[i + 1].charAt(0));
            }
            cells.put(words[0], row);
        });
        return cells;
    }
}

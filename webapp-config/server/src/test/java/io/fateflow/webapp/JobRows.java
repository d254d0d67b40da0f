package io.fateflow.webapp;

import org.springframework.jdbc.core.JdbcTemplate;

/** Rows of jobs that nobody runs. */
public final class JobRows {

    private JobRows() {}

    /**
     * The row of a job's initiator, guest 9999.
     *
     * @param created epoch milliseconds
     */
    public static void insert(JdbcTemplate jdbc, String job, String status, long created) {
        jdbc.update("""
                insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,
                    initiator_party_id, is_initiator, runtime_conf_on_party, status, progress, ready_signal, cancel_signal,
                    rerun_signal, end_scheduling_updates, cores, memory, remaining_cores, remaining_memory,
                    resource_in_use, inheritance_info, inheritance_status, gate_slots, remaining_gate_slots, task_cores,
                    task_memory, error_report, create_time, update_time)
                values (?, 'guest', '9999', '', '', '', '', '{}', '{}', 'guest', '9999', true, '{}', ?, 0, false, false,
                    false, 0, 0, 0, 0, 0, false, '{}', 'pass', 1, 1, 1, 0, '', ?, ?)
                """, job, status, created, created);
    }
}

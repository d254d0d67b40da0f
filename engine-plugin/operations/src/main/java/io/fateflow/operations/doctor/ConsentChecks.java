package io.fateflow.operations.doctor;

import java.util.List;

/** Whoever has to decide about a consent is asked. */
final class ConsentChecks {

    private static final String NOBODY_ASKED = """
            select c.job_id, c.role, c.party_id, c.table_namespace, c.table_name
            from consent c
            where c.state = 'asked'
                and not exists (select 1 from act_ru_execution e where e.proc_inst_id_ = c.process_instance_id)
            order by c.consent_id
            """;

    private ConsentChecks() {}

    static List<Check> all() {
        return List.of(Check.of(
                Rule.CONSENT_WITHOUT_PROCESS,
                NOBODY_ASKED,
                (row, number) -> Finding.of(
                        Rule.CONSENT_WITHOUT_PROCESS,
                        CheckSql.jobAtParty(row),
                        "nobody is asked for table %s.%s"
                                .formatted(row.getString("table_namespace"), row.getString("table_name")))));
    }
}

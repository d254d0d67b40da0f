package io.fateflow.engine.participant;

import java.util.List;
import java.util.function.Supplier;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.JobAddress;

/**
 * Keeps an initiator's commands to a party in their order. The initiator sends the next one when it has the answer to the one
 * before, but a copy of an old one may still be on its way: a stop that comes behind a rerun would stop the new run. A
 * repeated command is done again, which changes nothing.
 */
public final class CommandOrder {

    private static final String AT = " where job_id = :job and role = :role and party_id = :party";

    private final JdbcClient jdbc;

    public CommandOrder(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /**
     * Does a command in the caller's transaction.
     *
     * @param number 0 if the initiator does not number its commands
     * @throws LateCommand if a later one has been taken; the caller's transaction must be rolled back
     */
    Answer inOrder(JobAddress at, long number, Supplier<Answer> command) {
        if (number == 0) {
            return command.get();
        }
        demandNoLater(at, number);
        Answer answer = command.get();
        if (answer.retcode() == Answer.PERMISSION_ERROR) {
            return answer;
        }
        // behind the command: rows of tasks are locked before those of jobs
        int kept = of(at, "update job set last_command = :number" + AT + " and last_command <= :number")
                .param("number", number)
                .update();
        if (kept == 0) {
            demandNoLater(at, number);
        }
        return answer;
    }

    private void demandNoLater(JobAddress at, long number) {
        List<Long> last =
                of(at, "select last_command from job" + AT).query(Long.class).list();
        if (!last.isEmpty() && last.get(0) > number) {
            throw new LateCommand(at, number);
        }
    }

    private StatementSpec of(JobAddress at, String sql) {
        return jdbc.sql(sql)
                .param("job", at.jobId())
                .param("role", at.party().role())
                .param("party", at.party().idText());
    }
}

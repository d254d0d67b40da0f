package io.fateflow.engine.participant;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.engine.job.JobIds;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.JobAddress;

/**
 * Keeps an initiator's commands to a party in their order. The initiator sends the next one when it has the answer to the one
 * before, but a copy of an old one may still be on its way: a stop that comes behind a rerun would stop the new run, and a creation
 * that comes behind the stop would make a job that nobody ends. A repeated command is done again, which changes nothing.
 */
public final class CommandOrder {

    private static final String AT = " where job_id = :job and role = :role and party_id = :party";

    private static final String EARLY = AT + " and sender = :sender";

    private static final Pattern PARTY_ID = Pattern.compile("\\d{1,10}");

    /** What is on its way for longer comes no more. */
    private static final Duration KEPT = Duration.ofDays(1);

    private final JdbcClient jdbc;
    private final Clock clock;

    public CommandOrder(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
    }

    /**
     * Does a command in the caller's transaction.
     *
     * @param sender party id of the initiator
     * @param number 0 if the initiator does not number its commands
     * @throws LateCommand if a later one has been taken; the caller's transaction must be rolled back
     */
    Answer inOrder(JobAddress at, String sender, long number, Supplier<Answer> command) {
        if (number == 0) {
            return command.get();
        }
        if (!demandNoLater(at, number)) {
            demandNoLaterBefore(at, sender, number);
        }
        Answer answer = command.get();
        if (answer.retcode() == Answer.PERMISSION_ERROR) {
            return answer;
        }
        // behind the command: rows of tasks are locked before those of jobs
        if (taken(at, number, number) == 0 && !demandNoLater(at, number)) {
            keepEarly(at, sender, number);
        }
        return answer;
    }

    /**
     * Does several in the caller's transaction, looking once whether it is their turn: two statements for each were a tenth of
     * those of a component. What comes meanwhile is noticed at the end.
     *
     * @param numbers ascending
     * @param commands gives an answer for each, up to the first that was not done
     * @return the last answer
     * @throws LateCommand if a later one than the first has been taken, or there is no such job; the caller's transaction must be
     *     rolled back, and each done alone
     */
    Answer together(JobAddress at, List<Long> numbers, Supplier<List<Answer>> commands) {
        long first = numbers.get(0);
        if (!demandNoLater(at, first)) {
            throw new LateCommand(at, first);
        }
        List<Answer> answers = commands.get();
        Answer answer = answers.get(answers.size() - 1);
        int done = answer.retcode() == Answer.PERMISSION_ERROR ? answers.size() - 1 : answers.size();
        if (done > 0 && taken(at, first, numbers.get(done - 1)) == 0) {
            throw new LateCommand(at, first);
        }
        return answer;
    }

    private int taken(JobAddress at, long before, long number) {
        return of(at, "update job set last_command = :number" + AT + " and last_command <= :before")
                .param("number", number)
                .param("before", before)
                .update();
    }

    /** @return whether there is such a job */
    private boolean demandNoLater(JobAddress at, long number) {
        return demandNoLater(at, number, of(at, "select last_command from job" + AT));
    }

    private void demandNoLaterBefore(JobAddress at, String sender, long number) {
        demandNoLater(
                at,
                number,
                of(at, "select command_number from early_command" + EARLY).param("sender", sender));
    }

    private static boolean demandNoLater(JobAddress at, long number, StatementSpec numbers) {
        List<Long> last = numbers.query(Long.class).list();
        if (!last.isEmpty() && last.get(0) > number) {
            throw new LateCommand(at, number);
        }
        return !last.isEmpty();
    }

    private void keepEarly(JobAddress at, String sender, long number) {
        if (!JobIds.isJobId(at.jobId()) || !PARTY_ID.matcher(sender).matches()) {
            // of such a job, or by nobody, nothing is ever made
            return;
        }
        long now = clock.millis();
        jdbc.sql("delete from early_command where create_time < :before")
                .param("before", now - KEPT.toMillis())
                .update();
        int known = of(at, "update early_command set command_number = :number" + EARLY)
                .param("sender", sender)
                .param("number", number)
                .update();
        if (known == 0) {
            of(at, """
                    insert into early_command (job_id, role, party_id, sender, command_number, create_time)
                    values (:job, :role, :party, :sender, :number, :now)
                    """)
                    .param("sender", sender)
                    .param("number", number)
                    .param("now", now)
                    .update();
        }
    }

    private StatementSpec of(JobAddress at, String sql) {
        return jdbc.sql(sql)
                .param("job", at.jobId())
                .param("role", at.party().role())
                .param("party", at.party().idText());
    }
}

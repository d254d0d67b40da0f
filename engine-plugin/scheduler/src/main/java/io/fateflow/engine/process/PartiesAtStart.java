package io.fateflow.engine.process;

import java.util.Date;
import java.util.List;
import java.util.stream.Stream;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.camunda.bpm.engine.runtime.Job;

import io.fateflow.engine.executor.EngineCommands;

/**
 * Calls the parties of running jobs as soon as a server is up: what they could not tell this site while it was away they tell
 * when they are asked, and what they could not have it do they repeat when they hear of it. Else both would wait until the next
 * try is due, half a minute and more behind a restart that took seconds.
 */
public final class PartiesAtStart {

    private final EngineCommands commands;

    public PartiesAtStart(EngineCommands commands) {
        this.commands = commands;
    }

    /**
     * Has those looks be due that are made every now and then: of {@code fate-collect} at parties whose attempts are awaited, of
     * {@code fate-foreign-job} at initiators. Does not wait for them.
     *
     * @return how many there are
     */
    public int call() {
        return commands.call(engine -> Stream.of(EngineProcesses.COLLECT, EngineProcesses.FOREIGN_JOB)
                .mapToInt(process -> makeDue(engine, process))
                .sum());
    }

    private static int makeDue(ProcessEngine engine, String process) {
        Date now = ClockUtil.getCurrentTime();
        ManagementService management = engine.getManagementService();
        List<Job> timers = management
                .createJobQuery()
                .processDefinitionKey(process)
                .timers()
                .duedateHigherThan(now)
                .list();
        timers.forEach(timer -> management.setJobDuedate(timer.getId(), now));
        return timers.size();
    }
}

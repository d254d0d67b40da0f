package io.fateflow.engine.plugin;

import org.camunda.bpm.engine.ProcessEngineException;
import org.camunda.bpm.engine.impl.cmd.AcquireJobsCmd;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;

/**
 * The engine's look for what is due goes on whatever one of them fails with. Its thread pauses for exceptions, and ends with
 * an error, unnoticed; timers and retries would wait until somebody starts the server again.
 */
final class AcquisitionGuard extends CommandInterceptor {

    @Override
    public <T> T execute(Command<T> command) {
        if (!(command instanceof AcquireJobsCmd)) {
            return next.execute(command);
        }
        try {
            return next.execute(command);
        } catch (Error e) {
            throw new ProcessEngineException("the look for due jobs failed: " + e, e);
        }
    }
}

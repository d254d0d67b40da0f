package io.fateflow.engine.process;

import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.JavaDelegate;
import org.springframework.dao.PessimisticLockingFailureException;

/**
 * A service task's work, in the engine's transaction. The engine calls it at least once: every step can be done twice.
 *
 * <p>Locks are taken in one order: the component's task rows by party, then the job's gate row, then party rows
 * ascending; the engine's own rows come last, at its flush. Any other order deadlocks when a DAG forks.
 */
abstract class Step implements JavaDelegate {

    @Override
    public final void execute(DelegateExecution execution) {
        doing(execution.getProcessBusinessKey(), () -> run(execution));
    }

    static void doing(String businessKey, Runnable work) {
        try (StepLog log = StepLog.of(businessKey)) {
            work.run();
        } catch (PessimisticLockingFailureException e) {
            // a lost race for a row is nobody's failure: the engine repeats the step without spending a retry
            throw (OptimisticLockingException)
                    new OptimisticLockingException("a row was taken by another transaction").initCause(e);
        }
    }

    abstract void run(DelegateExecution execution);
}

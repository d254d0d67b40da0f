package io.fateflow.worker.local;

import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ExecutorRuntimeContract;

class LocalProcessesTest extends ExecutorRuntimeContract {

    @Override
    protected ExecutorRuntime runtime() {
        return new LocalProcesses();
    }
}

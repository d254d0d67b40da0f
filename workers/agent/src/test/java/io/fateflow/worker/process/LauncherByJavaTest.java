package io.fateflow.worker.process;

import java.util.Optional;

class LauncherByJavaTest extends LauncherContract {

    @Override
    Launcher launcher() {
        return new Launcher(Optional.empty());
    }
}

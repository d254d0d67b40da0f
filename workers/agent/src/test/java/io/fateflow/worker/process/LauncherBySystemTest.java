package io.fateflow.worker.process;

import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class LauncherBySystemTest extends LauncherContract {

    @Override
    Launcher launcher() {
        Optional<SessionSpawn> spawn = SessionSpawn.ofThisSystem();
        assumeTrue(spawn.isPresent(), "the C library has all calls");
        return new Launcher(spawn);
    }

    /** As what Java starts has one: its own threads have that blocked by which it is asked for their stacks. */
    @Test
    void noSignalIsBlocked() throws Exception {
        start("grep", "SigBlk", "/proc/self/status").waitFor();

        assertThat(log()).content().matches("SigBlk:\\s+0+\\s+");
    }
}

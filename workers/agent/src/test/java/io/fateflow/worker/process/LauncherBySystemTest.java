package io.fateflow.worker.process;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class LauncherBySystemTest extends LauncherContract {

    private static final int CHILD_ENDED = 17;
    private static final Pointer IGNORE = Pointer.createConstant(1);

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

    /** As the program may that started this one; Java changes that at its own first process, which may be none here. */
    @Test
    void howItEndedIsKnownWhereTheEndsOfChildrenAreIgnored() throws Exception {
        Signals system = Native.load("c", Signals.class);
        Pointer before = system.signal(CHILD_ENDED, IGNORE);
        try {
            Process launcher = start("sh", "-c", "exit 3");

            assertThat(launcher.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(launcher.exitValue()).as("nobody was told").isEqualTo(-1);
        } finally {
            system.signal(CHILD_ENDED, before);
        }
        assertThat(directory.resolve("exit_code")).content().startsWith("3");
    }

    private interface Signals extends Library {
        Pointer signal(int signal, Pointer handler);
    }
}

package io.fateflow.worker.process;

import java.io.IOException;

/** The command that is to be started is not on this machine. */
public final class CommandNotFoundException extends IOException {

    public CommandNotFoundException(String command) {
        super("the executor command \"" + command + "\" is not an executable file on this machine, and not on the"
                + " worker's PATH; correct the worker's settings");
    }
}

package io.fateflow.webapp;

import java.util.concurrent.Callable;

/**
 * A command of the program beside those of the server. The service loader finds it; picocli's annotations on the class say
 * its name and its options. It returns the program's exit code.
 */
public interface Subcommand extends Callable<Integer> {

    /** One that tells about the others: it is read together with them, any other by itself. */
    interface AboutAll extends Subcommand {}
}

package io.fateflow.tools.client;

import io.fateflow.client.call.FateFlowException;

/** What is said to somebody who ends a command with Ctrl-C while a job goes on. */
final class Farewell {

    private Farewell() {}

    /** What somebody waits for. */
    interface Waiting {
        void run() throws FateFlowException, InterruptedException;
    }

    /** Runs it; whoever ends the program meanwhile is told these words, as a remark. */
    static void during(Waiting waiting, Output out, String words) throws FateFlowException, InterruptedException {
        // below the line that the terminal has written ^C to
        Thread hook = new Thread(() -> out.remark("\n" + words));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            waiting.run();
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // it is what happens just now
            }
        }
    }
}

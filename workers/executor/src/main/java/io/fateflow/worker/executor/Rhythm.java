package io.fateflow.worker.executor;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Does something again and again as long as this process gets to run, in a thread that keeps it from nothing. */
record Rhythm(String name, Duration pause, Work work) implements Runnable {

    /** What may fail now and then: it is done again. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    void start() {
        Thread thread = new Thread(this, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(pause.toMillis());
                tryTo();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryTo() {
        try {
            work.run();
        } catch (IOException | RuntimeException | Error e) {
            System.err.println("no " + name + ": " + e);
        }
    }
}

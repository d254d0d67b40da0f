package io.fateflow.tools.client;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.fateflow.client.FateFlowClient;
import io.fateflow.client.LogReader;
import io.fateflow.client.call.FateFlowException;
import io.fateflow.client.call.UnreachableException;

/** Reads logs while they grow, until their job has ended. A server that is away is waited for. */
final class LogFollower {

    private static final long SHORTEST_MILLIS = 300;
    private static final long LONGEST_MILLIS = 3_000;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final FateFlowClient server;
    private final String jobId;
    private final Output out;

    LogFollower(FateFlowClient server, String jobId, Output out) {
        this.server = server;
        this.jobId = jobId;
        this.out = out;
    }

    void follow(List<LogReader> readers, Function<LogReader, LinePrinter> printers)
            throws FateFlowException, InterruptedException {
        long pause = SHORTEST_MILLIS;
        long lastAnswer = System.nanoTime();
        boolean away = false;
        while (true) {
            try {
                // asked first: what is written until the end is read after it
                boolean ended = server.jobs().get(jobId).hasEnded();
                boolean any = false;
                for (LogReader reader : readers) {
                    any |= reader.more(printers.apply(reader));
                    if (ended) {
                        reader.rest(printers.apply(reader));
                    }
                }
                if (ended) {
                    return;
                }
                if (away) {
                    out.remark("The server is back; going on");
                }
                away = false;
                lastAnswer = System.nanoTime();
                pause = any ? SHORTEST_MILLIS : longer(pause);
            } catch (UnreachableException e) {
                if (System.nanoTime() - lastAnswer > PATIENCE_NANOS) {
                    throw e;
                }
                if (!away) {
                    out.remark(e.getMessage() + "; trying again");
                }
                away = true;
                pause = longer(pause);
            }
            TimeUnit.MILLISECONDS.sleep(pause);
        }
    }

    private static long longer(long pause) {
        return Math.min(LONGEST_MILLIS, pause * 3 / 2);
    }
}

package io.fateflow.worker.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;

/** A server that executors call: with a limit of calls at once, and threads that keep no program alive. */
public final class ExecutorHttp implements AutoCloseable {

    private static final int MOST_CALLS_AT_ONCE = 64;
    private static final int IDLE_SECONDS = 10;

    private final HttpServer http;
    private final ThreadPoolExecutor threads;

    /**
     * Makes it, without a thread.
     *
     * @param http is bound, and is stopped with this
     * @param name of its threads
     */
    public ExecutorHttp(HttpServer http, String name) {
        this.http = http;
        this.threads = new ThreadPoolExecutor(
                MOST_CALLS_AT_ONCE,
                MOST_CALLS_AT_ONCE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        http.setExecutor(threads);
    }

    /** Begins to answer, in threads of the calling thread's network. */
    public void start(HttpHandler calls) {
        http.createContext("/", calls);
        http.start();
    }

    public int port() {
        return http.getAddress().getPort();
    }

    /** Answers with a text. */
    public static void say(HttpExchange call, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        call.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        call.sendResponseHeaders(status, bytes.length);
        call.getResponseBody().write(bytes);
    }

    /** Breaks off what it answers just now. */
    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}

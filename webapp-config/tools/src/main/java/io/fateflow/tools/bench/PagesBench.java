package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What open pages of the board cost a server and its jobs; the same jobs run with and without them, in turn. */
final class PagesBench {

    private static final int CHAIN = 20;
    private static final int WARM_UPS = 3;
    private static final int ROUNDS = 5;
    private static final int SLOW_ROUNDS = 3;
    private static final int FOLLOWERS = 10;
    private static final long OPENS_SECONDS = 60;

    private final URI server;
    private final ProcessHandle process;
    private final BenchClient client;
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    /** @param process of the server: its CPU time is asked for */
    PagesBench(URI server, ProcessHandle process) {
        this.server = server;
        this.process = process;
        this.client = new BenchClient(server);
    }

    /** @param pages how many look on: half of them at the job that runs, most others at the list of jobs */
    ObjectNode run(int pages, String password) throws IOException, InterruptedException {
        login(password);
        for (int round = 0; round < WARM_UPS; round++) {
            chain(0);
            chain(FOLLOWERS);
        }
        List<Double> alone = new ArrayList<>();
        List<Double> watched = new ArrayList<>();
        int answers = 0;
        int refusals = 0;
        for (int round = 0; round < ROUNDS; round++) {
            alone.addAll(chain(0).handovers());
            Chain run = chain(pages);
            watched.addAll(run.handovers());
            answers += run.answers();
            refusals += run.refusals();
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode().put("pages", pages);
        report.set("handoverMillis", summary(alone));
        report.set("handoverMillisWithPages", summary(watched));
        report.put("answersToPages", answers).put("notAnswered", refusals);
        report.put("cpuPercentOfAPageThatFollowsAJob", cpuOfAPage());
        return report;
    }

    /**
     * Of one core, while a component of the job ends each second: the difference that some pages make, by their number.
     * Below zero when that is less than other things vary by.
     */
    private double cpuOfAPage() throws IOException, InterruptedException {
        List<Double> differences = new ArrayList<>();
        for (int round = 0; round < SLOW_ROUNDS; round++) {
            double without = slowChain(0).cpu();
            differences.add((slowChain(FOLLOWERS).cpu() - without) / FOLLOWERS);
        }
        return 100 * new Percentiles(differences).at(50);
    }

    /** @param cpu share of a core that the server used while the job ran */
    private record Chain(List<Double> handovers, double cpu, int answers, int refusals) {}

    private Chain chain(int pages) throws IOException, InterruptedException {
        return watched(BenchJob.submission(BenchJob.dsl(CHAIN), false), pages, pages / 2);
    }

    private Chain slowChain(int followers) throws IOException, InterruptedException {
        return watched(BenchJob.submission(BenchJob.slow(CHAIN), false), followers, followers);
    }

    private Chain watched(ObjectNode submission, int pages, int atTheJob) throws IOException, InterruptedException {
        List<OpenPage> open = new ArrayList<>();
        try {
            for (int page = atTheJob; page < pages; page++) {
                boolean ofResources = page % 10 == 0;
                open.add(
                        ofResources ? page("resources", "/board/api/resources") : page("", "/board/api/jobs?limit=20"));
            }
            awaitStates(open);
            long begin = System.nanoTime();
            Duration before = cpu();
            String job = client.submit(submission);
            for (int page = 0; page < atTheJob; page++) {
                open.add(page(job, "/board/api/jobs/" + job));
            }
            client.awaitSuccess(job);
            double used = cpu().minus(before).toNanos() / (double) (System.nanoTime() - begin);
            awaitStates(open);
            return new Chain(
                    BenchJob.handovers(client.tasks(job), CHAIN),
                    used,
                    open.stream().mapToInt(OpenPage::answers).sum(),
                    open.stream().mapToInt(OpenPage::refusals).sum());
        } finally {
            open.forEach(OpenPage::close);
        }
    }

    private OpenPage page(String topic, String shown) {
        return new OpenPage(browser, server, topic, shown);
    }

    private static void awaitStates(List<OpenPage> open) {
        CompletableFuture.allOf(open.stream().map(OpenPage::connected).toArray(CompletableFuture[]::new))
                .orTimeout(OPENS_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static ObjectNode summary(List<Double> millis) {
        ObjectNode summary = new Percentiles(millis).json(50, 95);
        return summary.put(
                "mean",
                millis.stream().mapToDouble(Double::doubleValue).average().orElse(0));
    }

    private void login(String password) throws IOException, InterruptedException {
        ObjectNode login =
                JsonNodeFactory.instance.objectNode().put("user", "admin").put("password", password);
        HttpResponse<String> answer = browser.send(
                HttpRequest.newBuilder(server.resolve("/board/api/login"))
                        .header("Content-Type", "application/json")
                        .header("Origin", server.toString())
                        .POST(BodyPublishers.ofString(login.toString()))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("The board does not let the bench in: " + answer.body());
        }
    }
}

package io.fateflow.tools.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A lender learns from a bank who will default, and neither shows its data. */
final class CreditDemo implements DemoScenario {

    private static final String NAMESPACE = "demo";
    private static final long SEED = 20260101;
    private static final long GUEST = 9999;
    private static final long HOST = 10000;
    private static final long ARBITERS_SITE = 10001;
    private static final String LEARNER = "hetero_lr_0";

    private final CreditData data = CreditData.generate(SEED);
    private final boolean unicode;
    private final boolean acrossSites;
    private final long arbiter;

    /**
     * The demo.
     *
     * @param unicode whether charts are drawn in braille characters
     * @param acrossSites whether each party has a server of its own, the arbiter too
     */
    CreditDemo(boolean unicode, boolean acrossSites) {
        this.unicode = unicode;
        this.acrossSites = acrossSites;
        this.arbiter = acrossSites ? ARBITERS_SITE : HOST;
    }

    @Override
    public JsonNode submission() throws IOException {
        ObjectNode job = DemoJobs.read("credit-job.json", acrossSites);
        job.withObject("/job_runtime_conf/role").putArray("arbiter").add(arbiter);
        return job;
    }

    @Override
    public void prepare(DemoSession session) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(session.home().resolve("demo-data"));
        Files.writeString(directory.resolve("credit_guest.csv"), data.guestCsv());
        Files.writeString(directory.resolve("credit_host.csv"), data.hostCsv());
        session.print("Data in " + directory + ", made up:");
        session.print(party(
                "guest",
                GUEST,
                data.guest().size(),
                "a lender: who has defaulted (y), and " + String.join(", ", CreditData.guestColumns())));
        session.print(
                party("host", HOST, data.host().size(), "a bank: " + String.join(", ", CreditData.hostColumns())));
        session.print(party("arbiter", arbiter, 0, "holds the key, and sees neither's data"));
        session.upload(GUEST, NAMESPACE, "credit_guest", data.guestCsv());
        session.upload(HOST, NAMESPACE, "credit_host", data.hostCsv());
    }

    @Override
    public void show(DemoSession session, String jobId) throws IOException, InterruptedException {
        JsonNode counts = session.metric(jobId, "guest", GUEST, "intersection_0", "train", "intersection");
        session.print("");
        session.print("  " + value(counts, "intersect_count").asLong() + " people are customers of both;"
                + " of the others neither party learned who they are");
        List<Double> losses = losses(session, jobId);
        session.print("");
        lossChart(losses).forEach(session::print);
        session.print("");
        rocChart(session.metric(jobId, "guest", GUEST, "evaluation_0", "train", LEARNER + "_roc"))
                .forEach(session::print);
        session.print("");
        compare(session, jobId);
        session.print("");
    }

    private void compare(DemoSession session, String jobId) throws IOException, InterruptedException {
        PooledRegression.Settings settings = PooledRegression.Settings.of(
                submission().at("/job_runtime_conf/component_parameters/common/" + LEARNER));
        CreditModel model = new CreditModel(
                session.model(jobId, "guest", GUEST, LEARNER).path("weight"),
                session.model(jobId, "host", HOST, LEARNER).path("weight"));
        CreditBaseline baseline = new CreditBaseline(data.common(), settings);
        PooledRegression pooled = baseline.pooled(model);
        JsonNode metric = session.metric(jobId, "guest", GUEST, "evaluation_0", "train", LEARNER);
        session.print("  AUC");
        session.print(auc("guest alone", baseline.guestAloneAuc(model), "what the lender can do by itself"));
        session.print(auc("federated", value(metric, "auc").asDouble(), "this job"));
        session.print(auc("pooled", baseline.auc(pooled, model), "the same model with all data in one place"));
        session.print(auc("truth", baseline.trueAuc(), "by the probabilities that the data was made with"));
        session.print(String.format(
                Locale.ROOT,
                "  No weight differs from the pooled model's by more than %.1e",
                model.greatestDifference(pooled)));
    }

    private List<Double> losses(DemoSession session, String jobId) throws IOException, InterruptedException {
        List<Double> losses = new ArrayList<>();
        session.model(jobId, "arbiter", arbiter, LEARNER)
                .path("lossHistory")
                .forEach(loss -> losses.add(loss.asDouble()));
        if (losses.isEmpty()) {
            throw new IOException(LEARNER + " has no lossHistory at the arbiter");
        }
        return losses;
    }

    private List<String> lossChart(List<Double> losses) {
        double[] x = new double[losses.size()];
        double[] y = new double[losses.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = i + 1;
            y[i] = losses.get(i);
        }
        double least = losses.stream().mapToDouble(Double::doubleValue).min().orElse(0);
        double greatest = losses.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        return new TerminalChart(1, x.length, least, greatest, unicode)
                .line(x, y)
                .lines("iteration", "loss");
    }

    private List<String> rocChart(JsonNode points) {
        double[] x = new double[points.size()];
        double[] y = new double[points.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = points.path(i).path(0).asDouble();
            y[i] = points.path(i).path(1).asDouble();
        }
        return new TerminalChart(0, 1, 0, 1, unicode)
                .line(x, y)
                .dotted(0, 0, 1, 1)
                .lines("false positive rate", "true positive rate");
    }

    private static JsonNode value(JsonNode points, String key) throws IOException {
        for (JsonNode point : points) {
            if (point.path(0).asText().equals(key)) {
                return point.path(1);
            }
        }
        throw new IOException("there is no " + key + " in " + points);
    }

    private static String party(String role, long id, int rows, String has) {
        return String.format(Locale.ROOT, "  %-8s %-6d %5d rows  %s", role, id, rows, has);
    }

    private static String auc(String name, double auc, String what) {
        return String.format(Locale.ROOT, "    %-12s %.4f  %s", name, auc, what);
    }
}

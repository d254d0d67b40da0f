package io.fateflow.worker.component.boosting.homo;

import java.io.IOException;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.boosting.data.BinSplits;
import io.fateflow.worker.component.boosting.parameter.BoostingParameters;
import io.fateflow.worker.component.boosting.tree.Drawing;
import io.fateflow.worker.component.boosting.tree.HistogramShape;
import io.fateflow.worker.component.boosting.validate.Report;
import io.fateflow.worker.component.homo.SummingServer;
import io.fateflow.worker.component.linear.wire.LinearVariables;
import io.fateflow.worker.exchange.Party;

/** One training at the arbiter: finds splits by sums over all parties' rows. Keeps no model. */
record HomoArbiter(HomoSetup setup) {

    private static final Logger log = LoggerFactory.getLogger(HomoArbiter.class);

    /**
     * Serves one training; gives FATE's summary of it.
     *
     * @param firstRound how many rounds the model has had that the parties go on with
     */
    ObjectNode serve(String namespace, OptionalInt fold, int firstRound) throws IOException, InterruptedException {
        BoostingParameters parameters = setup.parameters();
        SummingServer sums = SummingServer.begin(setup.blocks(namespace), setup.clients());
        LinearVariables boosting = setup.boosting(namespace);
        Party guest = setup.side().guest();
        int classes = parameters.classification()
                ? boosting.receiveJson(HomoSetup.ALL_CLASSES, guest).asInt()
                : 1;
        int outputs = classes > 2 ? classes : 1;
        QueriedPoints.serve(setup, sums, setup.binning(namespace));
        JsonNode bins = boosting.receiveJson(HomoSetup.BINS, guest);
        double[][] points = new double[bins.size()][];
        for (int column = 0; column < points.length; column++) {
            points[column] = new double[bins.get(column).asInt()];
        }
        BinSplits splits = new BinSplits(points, parameters.useMissing(), parameters.zeroAsMissing());
        HistogramShape shape = new HistogramShape(splits, parameters.multiOutput() ? outputs : 1);
        Drawing drawing = new Drawing(parameters.sampling(), parameters.seed());
        Report report = new Report(setup.context().results(), fold);
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        double last = Double.NaN;
        boolean converged = false;
        for (int round = firstRound; round < firstRound + parameters.rounds() && !converged; round++) {
            for (int k = 0; k < (parameters.multiOutput() ? 1 : outputs); k++) {
                String tree = namespace + "." + round + "." + k;
                boolean[] columns = drawing.columns(points.length);
                new ArbiterTree(setup, setup.tree(tree), sums, shape, columns).grow();
            }
            double[] sum = sums.receive();
            double loss = sum[0] / sum[1];
            log.info("round {} loss is {}", round, loss);
            report.loss(round, loss);
            summary.withArray("loss_history").add(loss);
            // the first difference is NaN, which is not below anything
            converged = parameters.stopsWhenConverged() && Math.abs(last - loss) < parameters.tolerance();
            last = loss;
            for (Party client : setup.clients()) {
                boosting.sendJson(HomoSetup.STOP_FLAG, client, BooleanNode.valueOf(converged), round);
            }
        }
        report.end();
        return summary.put("is_converged", converged);
    }
}

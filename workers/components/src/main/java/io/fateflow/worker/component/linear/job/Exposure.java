package io.fateflow.worker.component.linear.job;

import java.util.Optional;
import java.util.stream.IntStream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.parameter.Flavour;
import io.fateflow.worker.component.linear.parameter.LinearParameters;
import io.fateflow.worker.data.DataSet;
import io.fateflow.worker.exchange.Party;

/**
 * The guest's column of a Poisson regression that says how long each row was observed, or of how many. It is no feature: it
 * takes the place of the rows' weights, which such a regression has no other use for, as in FATE.
 *
 * @param column its name; empty if all rows were observed equally long
 */
record Exposure(String column, Party party) {

    private static final Logger log = LoggerFactory.getLogger(Exposure.class);

    /** Empty at parties that have none, and for other models. The model's column counts when there is a model. */
    static Optional<Exposure> of(ComponentContext context, LinearParameters parameters, LearningParty side) {
        if (parameters.flavour() != Flavour.HETERO_POISSON || !side.isGuest()) {
            return Optional.empty();
        }
        String trained = context.model()
                .map(Model::meta)
                .map(meta -> meta.path(LinearModel.EXPOSURE).asText())
                .orElse(parameters.exposure());
        return Optional.of(new Exposure(trained, side.self()));
    }

    /** The data without the column; FATE takes one that is not there for none. */
    DataSet takenFrom(DataSet data) {
        if (data.schema().weighted()) {
            log.warn("rows of {} have weights, which a Poisson regression does not take into account", party);
        }
        int place = data.header().indexOf(column);
        if (place < 0) {
            return data.with(
                    data.schema().withWeights(false),
                    data.instances().stream()
                            .map(instance -> instance.withWeight(1))
                            .toList());
        }
        int[] others = IntStream.range(0, data.header().size())
                .filter(other -> other != place)
                .toArray();
        int[] row = {0};
        DataSet exposed = data.map(instance -> {
            row[0]++;
            double exposure = instance.features().get(place);
            if (!(exposure >= 0) || Double.isInfinite(exposure)) {
                throw new IllegalArgumentException(
                        party + ": column " + column + ", the exposure, has no number from 0 in row " + row[0]);
            }
            return instance.withWeight(exposure);
        });
        return exposed.with(exposed.schema().withWeights(true), exposed.instances())
                .select(others);
    }
}

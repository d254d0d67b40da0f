package io.fateflow.worker.component.linear.job;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.linear.model.LinearModel;
import io.fateflow.worker.component.linear.model.SingleModel;
import io.fateflow.worker.component.linear.parameter.Callbacks;
import io.fateflow.worker.component.linear.parameter.LinearParameters;

/**
 * FATE's {@code ModelCheckpoint} of one training. Kept is only what can be deployed: not a model that is one of several (of
 * cross validation, of one class against the rest), and not weights that no party knows before training has ended.
 */
final class Checkpoints {

    private static final Logger log = LoggerFactory.getLogger(Checkpoints.class);

    private final ComponentContext context;
    private final LinearParameters parameters;
    private final boolean intercept;
    private final boolean active;
    private int kept;

    Checkpoints(ComponentContext context, LinearParameters parameters, Place place) {
        this.context = context;
        this.parameters = parameters;
        LearningParty side = new LearningParty(
                context.task().self(), context.parties(), parameters.flavour().isHomo());
        this.intercept = parameters.initializer().fitIntercept() && side.hasIntercept();
        this.active = parameters.callbacks().saveEvery() > 0 && isKept(place);
    }

    private boolean isKept(Place place) {
        if (!place.equals(Place.ONLY)) {
            log.warn("ModelCheckpoint keeps nothing of cross validation, nor of one class against the rest");
            return false;
        }
        if (parameters.flavour().isShared() && !parameters.reveal().everyIteration()) {
            log.warn(
                    "ModelCheckpoint keeps nothing: without reveal_every_iter no party knows its weights before the end");
            return false;
        }
        return true;
    }

    /** Keeps the model of an iteration, counted from 0, if it is one to keep. */
    void after(int iteration, SingleModel current) {
        if (!active) {
            return;
        }
        boolean homo = parameters.flavour().isHomo();
        Callbacks callbacks = parameters.callbacks();
        if (homo ? callbacks.savesAfterEpoch(iteration) : callbacks.savesAfter(iteration)) {
            // FATE counts those of a homo model, and names others by their iteration
            int step = homo ? kept : iteration;
            context.checkpoint(
                    step, LinearModel.of(current).toModel(context.task().module(), parameters, intercept));
            kept++;
        }
    }
}

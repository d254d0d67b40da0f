package io.fateflow.worker.component.boosting.hetero;

import java.util.Optional;
import java.util.OptionalInt;

import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.model.BoostingModel;

/**
 * What one training has at one party.
 *
 * @param namespace of what is sent, such as {@code fit}
 * @param train rows, in the guest's order at all parties
 * @param validate rows to evaluate with, if any
 * @param start the model to go on with, if any
 * @param fold of cross validation
 */
record TrainingInput(
        String namespace,
        ColumnTable train,
        Optional<ColumnTable> validate,
        Optional<BoostingModel> start,
        OptionalInt fold) {}

package io.fateflow.worker.component.boosting.hetero;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Stage;
import io.fateflow.worker.component.boosting.data.ColumnTable;
import io.fateflow.worker.component.boosting.data.TableCheck;
import io.fateflow.worker.component.boosting.model.BoostingModel;
import io.fateflow.worker.component.boosting.model.ModelJson;
import io.fateflow.worker.table.TableName;

/** What a party's component was given, read and checked, and what is to be done with it. */
record Inputs(
        Stage stage,
        Optional<ColumnTable> train,
        Optional<ColumnTable> validate,
        Optional<ColumnTable> test,
        Optional<BoostingModel> model) {

    private static final String VALIDATE = "validate_data";
    private static final String TEST = "test_data";

    static Inputs read(Setup setup) throws IOException {
        ComponentContext context = setup.context();
        Stage stage = Stage.of(context);
        boolean guest = setup.side().isGuest();
        Optional<BoostingModel> model = context.model().map((guest ? ModelJson.GUEST : ModelJson.HOST)::read);
        return new Inputs(
                stage,
                data(setup, stage.trainingKey(), guest, model),
                data(setup, VALIDATE, guest, model),
                data(setup, TEST, false, model),
                model);
    }

    /** What all parties do together: the guest tells, the others give up what they would do for it. */
    JsonNode agree(Setup setup) throws IOException, InterruptedException {
        ObjectNode own = stage.tell(JsonNodeFactory.instance.objectNode())
                .put("validate", validate.isPresent())
                .put("goes_on", stage.learns() && model.isPresent());
        if (setup.side().isGuest()) {
            setup.tellHosts(setup.boosting("default"), Variables.PLAN, own);
            return own;
        }
        JsonNode plan = setup.boosting("default")
                .receiveJson(Variables.PLAN, setup.side().guest());
        return plan;
    }

    /**
     * Compares with the plan.
     *
     * @throws IllegalArgumentException naming the input that this party lacks
     */
    void require(Setup setup, JsonNode plan) {
        boolean trains = plan.path("train").asBoolean();
        if (trains) {
            require(setup, train, Stage.TRAIN.trainingKey());
        } else {
            require(setup, test, "train_data or " + TEST);
            require(setup, model, "model to predict with");
        }
        if (trains && plan.path("validate").asBoolean()) {
            require(setup, validate, VALIDATE);
        }
        if (plan.path("goes_on").asBoolean()) {
            require(setup, model, "model to go on with");
        }
    }

    private static void require(Setup setup, Optional<?> input, String name) {
        if (input.isEmpty()) {
            throw new IllegalArgumentException(setup.side().self() + " has no " + name);
        }
    }

    private static Optional<ColumnTable> data(Setup setup, String key, boolean hasLabels, Optional<BoostingModel> model)
            throws IOException {
        List<TableName> tables = setup.context().inputs(key);
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        ColumnTable loaded = ColumnTable.load(setup.context().tables(), tables.get(0));
        ColumnTable data =
                model.map(given -> loaded.withColumns(given.header())).orElse(loaded);
        TableCheck check = new TableCheck(setup.side().self(), key);
        check.features(data, setup.parameters().useMissing());
        if (hasLabels) {
            check.labels(data, setup.parameters().classification());
        }
        return Optional.of(data);
    }
}

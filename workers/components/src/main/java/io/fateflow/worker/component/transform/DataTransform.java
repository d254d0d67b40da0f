package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.util.Optional;

import com.google.auto.service.AutoService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Model;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/**
 * Makes instances of rows of text: dense, sparse (svmlight) or tag data. With a model it does what was done to the
 * training data. Goes through the rows once, and before that once for the header of sparse and tag data, and once for
 * each statistic that fills gaps (six times for a median).
 */
@AutoService(Component.class)
public final class DataTransform implements Component {

    private static final Logger log = LoggerFactory.getLogger(DataTransform.class);

    private final String module;

    public DataTransform() {
        this("DataTransform");
    }

    /** Under an older name of FATE's, which its models have too. */
    DataTransform(String module) {
        this.module = module;
    }

    @Override
    public String module() {
        return module;
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        TransformParameters.from(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        TransformParameters parameters = TransformParameters.from(context.parameters());
        TableName name = context.requireInput();
        TableInfo input = context.tables().find(name).orElseThrow(() -> new IOException("can not found " + name));
        Party self = context.task().self();
        if (input.count() == 0) {
            throw new IOException(self + ": the input table has no rows");
        }
        try {
            transform(context, input, new Plan(context.tables(), input, self), parameters);
        } catch (IllegalArgumentException wrong) {
            throw new IOException(self + ": " + wrong.getMessage(), wrong);
        }
    }

    private void transform(ComponentContext context, TableInfo input, Plan plan, TransformParameters parameters)
            throws IOException {
        Optional<Model> given = context.model();
        Plan.Ready ready = given.isPresent() ? plan.repeat(TransformModel.load(given.get())) : plan.fit(parameters);
        TableInfo output = write(context.tables(), context.newOutputTable(), input, ready);
        log.info(
                "made {} instances of {} features",
                output.count(),
                ready.schema().header().size());
        context.output(0, output);
        context.output(ready.model().toModel(module, output.count()));
        ready.model().summary(output.count()).properties().forEach(entry -> context.results()
                .summary(entry.getKey(), entry.getValue()));
    }

    private static TableInfo write(TableStore tables, TableName target, TableInfo input, Plan.Ready ready)
            throws IOException {
        InstanceSchema schema = ready.schema();
        try (TableWriter writer = tables.create(target, input.schema().withInstances(schema))) {
            ready.rows().forEach((row, fields) -> writer.add(ready.instances().read(row, fields)));
            return writer.commit();
        }
    }
}

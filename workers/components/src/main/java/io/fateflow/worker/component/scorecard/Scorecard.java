package io.fateflow.worker.component.scorecard;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.auto.service.AutoService;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.component.PassException;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/** FATE's Scorecard: makes credit scores of the probabilities that a model predicts. A party without predictions passes. */
@AutoService(Component.class)
public final class Scorecard implements Component {

    private static final int SCORE = 2;
    private static final List<String> COLUMNS = List.of("label", "predict_result", "predict_score", "credit_score");

    @Override
    public String module() {
        return "Scorecard";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        CreditScore.read(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException, PassException {
        CreditScore score = CreditScore.read(context.parameters());
        if (context.inputs().isEmpty()) {
            throw new PassException("no predictions at " + context.task().self());
        }
        TableName name = context.requireInput();
        TableInfo input = context.tables().find(name).orElseThrow(() -> new IOException("can not found " + name));
        if (!input.schema()
                .columns()
                .equals(List.of("label", "predict_result", "predict_score", "predict_detail", "type"))) {
            throw new IOException(context.task().self() + ": Scorecard reads predictions (label, predict_result,"
                    + " predict_score, predict_detail, type); give it the output of a model");
        }
        context.output(0, write(context, input, score));
        context.results().summary("scorecard_compute_formula", TextNode.valueOf(score.formula()));
    }

    private static TableInfo write(ComponentContext context, TableInfo input, CreditScore score) throws IOException {
        TableSchema schema =
                TableSchema.of(input.schema().sid(), COLUMNS, input.schema().partitions());
        long number = 0;
        try (TableReader reader = context.tables().open(input.name());
                TableWriter writer = context.tables().create(context.newOutputTable(), schema)) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                for (Row row : rows) {
                    number++;
                    writer.add(new Row(
                            row.id(), scored(row.values(), score, context.task().self() + ": row " + number)));
                }
            }
            return writer.commit();
        }
    }

    private static List<String> scored(List<String> values, CreditScore score, String place) throws IOException {
        try {
            double predicted = Double.parseDouble(values.get(SCORE));
            return List.of(values.get(0), values.get(1), values.get(SCORE), Double.toString(score.of(predicted)));
        } catch (NumberFormatException noNumber) {
            throw new IOException(place + " has a predict_score that is not a number", noNumber);
        }
    }
}

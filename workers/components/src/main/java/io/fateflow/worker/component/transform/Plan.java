package io.fateflow.worker.component.transform;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;

/** Finds out how one table is to be transformed: by parameters, or as another table was. */
final class Plan {

    private final TableStore tables;
    private final TableInfo input;
    private final Party self;

    Plan(TableStore tables, TableInfo input, Party self) {
        this.tables = tables;
        this.input = input;
        this.self = self;
    }

    /** All that is needed to go through the rows. */
    record Ready(FieldRows rows, Instances instances, InstanceSchema schema, TransformModel model) {}

    Ready fit(TransformParameters parameters) throws IOException {
        RowFormat format = parameters.format().overriddenBy(input.schema().meta());
        FieldRows rows = rows(format);
        Layout layout = format.input().equals(RowFormat.DENSE)
                ? Layout.dense(columns(format), format)
                : Layout.pairs(format, Pairs.header(rows, format));
        TransformParameters own = parameters.with(format);
        TextValues texts = TextValues.of(rows, layout, format);
        Cells cells = cells(own, layout, texts);
        Filler filler = cells == null
                ? new Filler(Marks.none(), null, null, layout.header().size())
                : Filler.fit(own, layout.header(), cells, rows);
        List<String> anonymous = layout.anonymousHeader(self.role(), self.partyId());
        return ready(rows, layout, texts, cells, new TransformModel(own, layout.header(), anonymous, filler));
    }

    Ready repeat(TransformModel model) throws IOException {
        RowFormat format =
                model.parameters().format().overriddenBy(input.schema().meta());
        FieldRows rows = rows(format);
        Layout layout;
        if (format.input().equals(RowFormat.DENSE)) {
            List<String> columns = columns(format);
            boolean labelled = format.withLabel() && columns.stream().anyMatch(format.labelName()::equalsIgnoreCase);
            layout = Layout.dense(columns, labelled ? format : format.withoutLabel())
                    .select(model.header());
        } else {
            layout = Layout.pairs(format, model.header());
        }
        TransformModel own = model.with(model.parameters().with(format));
        TextValues texts = TextValues.of(rows, layout, format);
        return ready(rows, layout, texts, cells(own.parameters(), layout, texts), own);
    }

    private Ready ready(FieldRows rows, Layout layout, TextValues texts, @Nullable Cells cells, TransformModel model) {
        TransformParameters parameters = model.parameters();
        boolean sparse = parameters.sparse();
        Pairs pairs = new Pairs(parameters.format(), layout);
        Instances.FeatureReader reader = cells == null
                ? fields -> pairs.features(fields, sparse)
                : Instances.filled(cells, model.filler(), sparse);
        boolean integer = parameters.format().integerLabel();
        InstanceSchema schema = InstanceSchema.dense(layout.header(), model.anonymousHeader())
                .withSparse(sparse)
                .withLabel(layout.labelName(), integer)
                .withMatchId(layout.matchIdName())
                .withTexts(texts.toSchema());
        return new Ready(rows, new Instances(layout, integer, reader), schema, model);
    }

    /** Null for sparse and tag data without gaps to fill: what is not there is 0. */
    private static @Nullable Cells cells(TransformParameters parameters, Layout layout, TextValues texts) {
        RowFormat format = parameters.format();
        CellParser parser = CellParser.of(parameters.missing(), parameters.outlier());
        if (format.input().equals(RowFormat.DENSE)) {
            return new DenseCells(layout, format, parser, texts);
        }
        int columns = layout.header().size();
        return parameters.missing().on() ? new TagCells(new Pairs(format, layout), parser, columns) : null;
    }

    private FieldRows rows(RowFormat format) {
        format.check();
        return new FieldRows(tables, input.name(), input.schema(), format.delimiter(), self.toString());
    }

    private List<String> columns(RowFormat format) {
        TableSchema schema = input.schema();
        return schema.header().isEmpty() ? schema.columns() : Layout.columns(schema.header(), format.delimiter());
    }
}

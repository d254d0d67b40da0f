package io.fateflow.worker.component.union;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.google.auto.service.AutoService;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.ComponentContext;
import io.fateflow.worker.component.Input;
import io.fateflow.worker.component.Metric;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.exchange.Party;
import io.fateflow.worker.table.InstanceSchema;
import io.fateflow.worker.table.TableInfo;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableWriter;

/**
 * Puts tables of equal ids, columns and labels into one, whether they hold text or instances. Of rows with the same id
 * the first one stays; with {@code keep_duplicate} all do, and ids get the name of the output they come from.
 */
@AutoService(Component.class)
public final class Union implements Component {

    @Override
    public String module() {
        return "Union";
    }

    @Override
    public void check(Parameters parameters, Party self, Parties parties) {
        keepDuplicate(parameters);
    }

    @Override
    public void run(ComponentContext context) throws IOException {
        boolean keepDuplicate = keepDuplicate(context.parameters());
        List<Source> sources = sources(context);
        TableSchema target = target(sources, context.task().self().toString());
        TableInfo united = unite(context, sources, target, keepDuplicate);
        context.output(0, united);
        Map<String, JsonNode> counts = new LinkedHashMap<>();
        sources.forEach(source ->
                counts.put(source.key(), LongNode.valueOf(source.info().count())));
        counts.put("Total", LongNode.valueOf(united.count()));
        counts.forEach(context.results()::summary);
        context.results().metric(new Metric("train", "union", "UNION", JsonNodeFactory.instance.objectNode(), counts));
    }

    private static boolean keepDuplicate(Parameters parameters) {
        // every row here has all of its table's columns, so there is nothing to allow
        parameters.flag("allow_missing", false);
        boolean keepDuplicate = parameters.flag("keep_duplicate", false);
        parameters.refuseOthers();
        return keepDuplicate;
    }

    private static List<Source> sources(ComponentContext context) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (Input input : context.inputs()) {
            TableInfo info = context.tables()
                    .find(input.table())
                    .orElseThrow(() -> new IOException("can not found " + input.table()));
            sources.add(new Source(input.component() + "." + input.output(), info));
        }
        if (sources.size() < 2) {
            throw new IOException(context.task().self()
                    + ": Union module must receive more than one table as input, not " + sources.size());
        }
        return sources;
    }

    private static TableInfo unite(
            ComponentContext context, List<Source> sources, TableSchema target, boolean keepDuplicate)
            throws IOException {
        Merger merger = new Merger(context.tables(), target, keepDuplicate);
        try (TableWriter writer = context.tables().create(context.newOutputTable(), target)) {
            for (Source source : filled(sources)) {
                merger.append(source, writer);
            }
            return writer.commit();
        }
    }

    /** The schema of all: that of the first table that is not empty; empty ones may be as they like. */
    private static TableSchema target(List<Source> sources, String party) throws IOException {
        List<Source> filled = filled(sources);
        Source first = filled.isEmpty() ? sources.get(0) : filled.get(0);
        TableSchema target = first.info().schema();
        for (Source source : filled) {
            check(party, first, source);
            TableSchema schema = source.info().schema();
            InstanceSchema instances = schema.instances();
            if (instances == null && !schema.columns().equals(target.columns())) {
                target = target.joined();
            }
            InstanceSchema common = target.instances();
            if (instances != null && common != null && instances.weighted()) {
                target = target.withInstances(common.withWeights(true));
            }
        }
        return target;
    }

    private static List<Source> filled(List<Source> sources) {
        return sources.stream().filter(source -> source.info().count() > 0).toList();
    }

    private static void check(String party, Source first, Source other) throws IOException {
        TableSchema one = first.info().schema();
        TableSchema two = other.info().schema();
        String both = party + ": " + first.key() + " and " + other.key();
        same(one.sid(), two.sid(), both + " name their ids differently");
        InstanceSchema mine = one.instances();
        InstanceSchema others = two.instances();
        same(mine == null, others == null, both + " cannot be united, for only one of them is transformed");
        if (mine != null && others != null) {
            same(mine.labelName(), others.labelName(), both + " name their labels differently");
            same(mine.header(), others.header(), both + " have different columns");
            same(mine.hasMatchId(), others.hasMatchId(), both + " do not both have match ids");
        } else {
            same(one.header(), two.header(), both + " have different columns");
            same(one.idDelimiter(), two.idDelimiter(), both + " have different delimiters");
        }
    }

    private static void same(@Nullable Object one, @Nullable Object two, String otherwise) throws IOException {
        if (!Objects.equals(one, two)) {
            throw new IOException(otherwise + ": " + one + ", " + two);
        }
    }
}

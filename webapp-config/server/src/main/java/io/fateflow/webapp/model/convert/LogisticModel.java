package io.fateflow.webapp.model.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.engine.model.ComponentModel;

/**
 * A logistic regression, or one for each class.
 *
 * @param meta how it was learned
 * @param header the columns' names
 * @param classes the labels
 * @param singles one; or one for each class
 */
record LogisticModel(JsonNode meta, List<String> header, List<String> classes, List<Single> singles) {

    /** In FATE's 1.11 requirements: who loads the object with another one is warned. */
    private static final String SKLEARN = "1.0.1";

    /**
     * One linear function.
     *
     * @param weights in the header's order
     */
    record Single(List<Double> weights, double intercept, int iterations) {}

    /**
     * What one party knows.
     *
     * @throws IllegalArgumentException if a column has no weight
     */
    static LogisticModel of(ComponentModel model) {
        JsonNode param = model.param();
        if (!model.meta().path("needOneVsRest").asBoolean()) {
            return new LogisticModel(model.meta(), header(param), List.of("0", "1"), List.of(single(param)));
        }
        JsonNode result = param.path("oneVsRestResult");
        List<Single> singles = stream(result.path("completedModels"))
                .map(LogisticModel::single)
                .toList();
        return new LogisticModel(
                model.meta(),
                header(result.path("completedModels").path(0)),
                stream(result.path("oneVsRestClasses")).map(JsonNode::asText).toList(),
                singles);
    }

    private static List<String> header(JsonNode param) {
        return stream(param.path("header")).map(JsonNode::asText).toList();
    }

    private static Single single(JsonNode param) {
        List<Double> weights = new ArrayList<>();
        for (String name : header(param)) {
            JsonNode weight = param.path("weight").path(name);
            if (!weight.isNumber()) {
                throw new IllegalArgumentException(
                        "FFB-5290 A column of the model has no weight at this party: it is encrypted, or the model is"
                                + " broken. Train with plain weights.");
            }
            weights.add(weight.doubleValue());
        }
        return new Single(
                weights, param.path("intercept").asDouble(), param.path("iters").asInt());
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /**
     * The model of two parties: the intercept is the guest's.
     *
     * @param withGuest whether the guest's columns are part of it; else there are the host's only, as FATE has it
     * @param roles whether names of columns begin with their role
     */
    LogisticModel with(LogisticModel host, boolean withGuest, boolean roles) {
        if (host.singles().size() < singles.size()) {
            throw new IllegalArgumentException("FFB-5290 The host's part has fewer classes than the guest's.");
        }
        List<Single> merged = IntStream.range(0, singles.size())
                .mapToObj(place -> {
                    Single own = singles.get(place);
                    Stream<Double> guests = withGuest ? own.weights().stream() : Stream.empty();
                    return new Single(
                            Stream.concat(guests, host.singles().get(place).weights().stream())
                                    .toList(),
                            own.intercept(),
                            own.iterations());
                })
                .toList();
        Stream<String> guests = withGuest ? named(header, roles ? "guest_" : "") : Stream.empty();
        Stream<String> hosts = named(host.header(), roles && withGuest ? "host_" : "");
        return new LogisticModel(meta, Stream.concat(guests, hosts).toList(), classes, merged);
    }

    private static Stream<String> named(List<String> names, String prefix) {
        return names.stream().map(name -> prefix + name);
    }

    boolean isBinary() {
        return singles.size() == 1;
    }

    /**
     * As an object of scikit-learn's {@code LogisticRegression}, pickled.
     *
     * @param solver of its parameters, which tells nothing about how it was learned
     * @param classesAreFloats as FATE has it for HomoLR
     */
    byte[] sklearn(String solver, String multiClass, boolean classesAreFloats) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("penalty", meta.path("penalty").asText("l2").toLowerCase(Locale.ROOT));
        attributes.put("dual", false);
        attributes.put("tol", meta.path("tol").asDouble());
        attributes.put("C", 1.0);
        attributes.put("fit_intercept", meta.path("fitIntercept").asBoolean());
        attributes.put("intercept_scaling", 1);
        attributes.put("class_weight", Pickle.None.NONE);
        attributes.put("random_state", Pickle.None.NONE);
        attributes.put("solver", solver);
        attributes.put("max_iter", meta.path("maxIter").asInt());
        attributes.put("multi_class", multiClass);
        attributes.put("verbose", 0);
        attributes.put("warm_start", false);
        attributes.put("n_jobs", Pickle.None.NONE);
        attributes.put("l1_ratio", Pickle.None.NONE);
        attributes.put("coef_", new Pickle.Floats(coefficients(), header.size()));
        attributes.put(
                "intercept_",
                new Pickle.Floats(singles.stream().map(Single::intercept).toList(), 0));
        attributes.put("classes_", classesAreFloats ? floatClasses() : integerClasses());
        attributes.put(
                "n_iter_",
                new Pickle.Integers(
                        singles.stream().map(one -> (long) one.iterations()).toList()));
        attributes.put("n_features_in_", header.size());
        attributes.put("feature_names_in_", new Pickle.Texts(header));
        attributes.put("_sklearn_version", SKLEARN);
        return Pickle.object("sklearn.linear_model._logistic", "LogisticRegression", attributes);
    }

    private List<Double> coefficients() {
        return singles.stream().flatMap(single -> single.weights().stream()).toList();
    }

    private Pickle.Floats floatClasses() {
        return new Pickle.Floats(classes.stream().map(Double::valueOf).toList(), 0);
    }

    private Pickle.Integers integerClasses() {
        return new Pickle.Integers(
                classes.stream().map(label -> (long) Double.parseDouble(label)).toList());
    }
}

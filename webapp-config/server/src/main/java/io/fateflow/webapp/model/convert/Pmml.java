package io.fateflow.webapp.model.convert;

import java.io.StringWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import io.fateflow.webapp.model.convert.BoostedTrees.Node;
import io.fateflow.webapp.model.convert.LogisticModel.Single;

/**
 * Models as PMML 4.4 of the Data Mining Group: a chain of scores, one for each class (one alone for two classes or a number), and
 * a regression that makes the result of them.
 */
final class Pmml {

    private static final String NAMESPACE = "http://www.dmg.org/PMML-4_4";
    private static final String SCORE = "score_";

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;
    private final Shape shape;

    /**
     * What both kinds of models have.
     *
     * @param names of the columns
     * @param classes the labels; none of a regression
     * @param scores how many there are
     * @param normalization PMML's name of what makes probabilities of the scores
     * @param probability how the probability of a class is called
     */
    private record Shape(
            List<String> names,
            String target,
            List<String> classes,
            int scores,
            String normalization,
            UnaryOperator<String> probability) {

        Shape {
            Set<String> fields = new HashSet<>(Set.of(target));
            for (String name : names) {
                if (!fields.add(name)) {
                    throw new IllegalArgumentException(
                            "FFB-5290 PMML names each column once, and two are called %s: merge with host_rename (flow: --host-rename), or give the label another target_name."
                                    .formatted(name));
                }
            }
        }

        String function() {
            return classes.isEmpty() ? "regression" : "classification";
        }
    }

    /** Writes one score of the chain. */
    private interface Score {
        void write(Pmml pmml, int number) throws XMLStreamException;
    }

    private Pmml(Shape shape) throws XMLStreamException {
        this.shape = shape;
        this.xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
    }

    /**
     * A regression's, with the names that sklearn2pmml gives, which FATE uses here.
     *
     * @param target the label's name
     * @throws IllegalArgumentException FFB-5290 if a name is there twice
     */
    static String of(LogisticModel model, String target) {
        Shape shape = new Shape(
                model.header(),
                target,
                model.classes(),
                model.singles().size(),
                // of several classes each has a probability of its own, and they are brought to a sum of 1
                model.isBinary() ? "logit" : "simplemax",
                "probability(%s)"::formatted);
        return document(shape, (pmml, number) -> pmml.linear(model, number));
    }

    /**
     * Trees', with the names that nyoka gives, which FATE uses here.
     *
     * @param target the label's name
     * @throws IllegalArgumentException FFB-5290 if a name is there twice
     */
    static String of(BoostedTrees model, String target) {
        List<String> labels = model.classes().isEmpty() ? List.of("0", "1") : model.classes();
        Shape shape = new Shape(
                model.names(),
                target,
                model.isRegression() ? List.of() : labels,
                model.dimension(),
                model.isRegression() ? "none" : model.dimension() == 1 ? "logit" : "softmax",
                "probability_%s"::formatted);
        return document(shape, (pmml, number) -> pmml.sum(model, number));
    }

    private static String document(Shape shape, Score score) {
        try {
            Pmml pmml = new Pmml(shape);
            pmml.write(score);
            return pmml.text.toString();
        } catch (XMLStreamException e) {
            // it is written to memory
            throw new IllegalStateException(e);
        }
    }

    private void write(Score score) throws XMLStreamException {
        xml.writeStartDocument();
        xml.writeStartElement("PMML");
        xml.writeDefaultNamespace(NAMESPACE);
        xml.writeAttribute("version", "4.4");
        start("Header");
        empty("Application", "name", "FATE Flow BPM");
        xml.writeEndElement();
        dictionary();
        start("MiningModel", "functionName", shape.function());
        schema(true);
        results();
        start("Segmentation", "multipleModelMethod", "modelChain");
        for (int number = 0; number < shape.scores(); number++) {
            segment(number);
            score.write(this, number);
            xml.writeEndElement();
        }
        segment(shape.scores());
        last();
        // closes what is open
        xml.writeEndDocument();
        xml.close();
    }

    private void segment(int number) throws XMLStreamException {
        start("Segment", "id", String.valueOf(number + 1));
        empty("True");
    }

    private void dictionary() throws XMLStreamException {
        start("DataDictionary");
        boolean labels = !shape.classes().isEmpty();
        start(
                "DataField",
                "name",
                shape.target(),
                "optype",
                labels ? "categorical" : "continuous",
                "dataType",
                labels ? "string" : "double");
        for (String label : shape.classes()) {
            empty("Value", "value", label);
        }
        xml.writeEndElement();
        for (String name : shape.names()) {
            empty("DataField", "name", name, "optype", "continuous", "dataType", "double");
        }
        xml.writeEndElement();
    }

    private void schema(boolean withTarget) throws XMLStreamException {
        start("MiningSchema");
        if (withTarget) {
            empty("MiningField", "name", shape.target(), "usageType", "target");
        }
        for (String name : shape.names()) {
            empty("MiningField", "name", name);
        }
        xml.writeEndElement();
    }

    /** What a program that reads it is told besides the label. */
    private void results() throws XMLStreamException {
        if (shape.classes().isEmpty()) {
            return;
        }
        start("Output");
        for (String label : shape.classes()) {
            empty(
                    "OutputField",
                    "name",
                    shape.probability().apply(label),
                    "optype",
                    "continuous",
                    "dataType",
                    "double",
                    "feature",
                    "probability",
                    "value",
                    label);
        }
        xml.writeEndElement();
    }

    /** The score's name for the last model of the chain. */
    private void output(String name) throws XMLStreamException {
        start("Output");
        empty(
                "OutputField",
                "name",
                name,
                "optype",
                "continuous",
                "dataType",
                "double",
                "feature",
                "predictedValue",
                "isFinalResult",
                "false");
        xml.writeEndElement();
    }

    private void linear(LogisticModel model, int number) throws XMLStreamException {
        Single single = model.singles().get(number);
        String normalization = model.isBinary() ? "none" : "logit";
        start("RegressionModel", "functionName", "regression", "normalizationMethod", normalization);
        schema(false);
        output(SCORE + number);
        start("RegressionTable", "intercept", String.valueOf(single.intercept()));
        for (int place = 0; place < shape.names().size(); place++) {
            predictor(shape.names().get(place), single.weights().get(place));
        }
        xml.writeEndElement();
        xml.writeEndElement();
    }

    private void predictor(String name, double coefficient) throws XMLStreamException {
        empty("NumericPredictor", "name", name, "coefficient", String.valueOf(coefficient));
    }

    /** The trees of one dimension, whose leaves are added up. */
    private void sum(BoostedTrees model, int dimension) throws XMLStreamException {
        start("MiningModel", "functionName", "regression");
        schema(false);
        output(SCORE + dimension);
        start("Segmentation", "multipleModelMethod", "sum");
        for (int number = dimension; number < model.trees().size(); number += model.dimension()) {
            segment(number);
            start(
                    "TreeModel",
                    "functionName",
                    "regression",
                    "splitCharacteristic",
                    "binarySplit",
                    "missingValueStrategy",
                    "defaultChild");
            schema(false);
            node(model, number, 0, () -> empty("True"));
            xml.writeEndElement();
            xml.writeEndElement();
        }
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** What leads to a node. */
    private interface Predicate {
        void write() throws XMLStreamException;
    }

    private void node(BoostedTrees model, int tree, int id, Predicate predicate) throws XMLStreamException {
        Node node = model.trees().get(tree).nodes().get(id);
        if (node.leaf()) {
            start("Node", "id", String.valueOf(id), "score", String.valueOf(model.score(tree, node)));
            predicate.write();
        } else {
            int otherwise = goesLeftWithout(model, node) ? node.left() : node.right();
            start("Node", "id", String.valueOf(id), "defaultChild", String.valueOf(otherwise));
            predicate.write();
            node(model, tree, node.left(), () -> side(model, node, true));
            node(model, tree, node.right(), () -> side(model, node, false));
        }
        xml.writeEndElement();
    }

    /** A model that was learned without missing values takes 0 for one. */
    private static boolean goesLeftWithout(BoostedTrees model, Node node) {
        return model.useMissing() ? node.missingLeft() : 0 <= node.threshold();
    }

    private void side(BoostedTrees model, Node node, boolean left) throws XMLStreamException {
        boolean zeroIsMissing = model.useMissing() && model.zeroAsMissing();
        if (zeroIsMissing) {
            boolean zeroIsHere = node.missingLeft() == left;
            start("CompoundPredicate", "booleanOperator", zeroIsHere ? "or" : "and");
            compare(model, node, left ? "lessOrEqual" : "greaterThan", node.threshold());
            compare(model, node, zeroIsHere ? "equal" : "notEqual", 0);
            xml.writeEndElement();
        } else {
            compare(model, node, left ? "lessOrEqual" : "greaterThan", node.threshold());
        }
    }

    private void compare(BoostedTrees model, Node node, String operator, double value) throws XMLStreamException {
        empty(
                "SimplePredicate",
                "field",
                model.names().get(node.feature()),
                "operator",
                operator,
                "value",
                String.valueOf(value));
    }

    private void last() throws XMLStreamException {
        start("RegressionModel", "functionName", shape.function(), "normalizationMethod", shape.normalization());
        start("MiningSchema");
        empty("MiningField", "name", shape.target(), "usageType", "target");
        for (int number = 0; number < shape.scores(); number++) {
            empty("MiningField", "name", SCORE + number);
        }
        xml.writeEndElement();
        if (shape.scores() == 1) {
            // of two classes, the second has the score
            table(0, shape.classes().isEmpty() ? "" : shape.classes().get(1));
            if (!shape.classes().isEmpty()) {
                empty(
                        "RegressionTable",
                        "intercept",
                        "0.0",
                        "targetCategory",
                        shape.classes().get(0));
            }
        } else {
            for (int number = 0; number < shape.scores(); number++) {
                table(number, shape.classes().get(number));
            }
        }
        xml.writeEndElement();
    }

    private void table(int score, String label) throws XMLStreamException {
        if (label.isEmpty()) {
            start("RegressionTable", "intercept", "0.0");
        } else {
            start("RegressionTable", "intercept", "0.0", "targetCategory", label);
        }
        predictor(SCORE + score, 1);
        xml.writeEndElement();
    }

    private void start(String name, String... attributes) throws XMLStreamException {
        xml.writeStartElement(name);
        attributes(attributes);
    }

    private void empty(String name, String... attributes) throws XMLStreamException {
        xml.writeEmptyElement(name);
        attributes(attributes);
    }

    private void attributes(String... attributes) throws XMLStreamException {
        for (int place = 0; place < attributes.length; place += 2) {
            xml.writeAttribute(attributes[place], attributes[place + 1]);
        }
    }
}

package io.fateflow.dsl.bpmn;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes indented XML elements; the factory is Java's own, so that the text does not depend on the class path. */
final class XmlWriter {

    private static final String INDENT = "  ";

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;
    private int depth;

    XmlWriter() {
        try {
            xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An element with attributes, given as names and values in turn, and content. */
    void element(String name, String[] attributes, Runnable content) {
        write(() -> {
            indent();
            xml.writeStartElement(name);
            attributes(attributes);
        });
        depth++;
        content.run();
        depth--;
        write(() -> {
            indent();
            xml.writeEndElement();
        });
    }

    void empty(String name, String... attributes) {
        write(() -> {
            indent();
            xml.writeEmptyElement(name);
            attributes(attributes);
        });
    }

    void textElement(String name, String content) {
        write(() -> {
            indent();
            xml.writeStartElement(name);
            xml.writeCharacters(content);
            xml.writeEndElement();
        });
    }

    String finish() {
        write(() -> {
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        });
        return text.toString();
    }

    private void attributes(String... namesAndValues) throws XMLStreamException {
        for (int i = 0; i < namesAndValues.length; i += 2) {
            xml.writeAttribute(namesAndValues[i], namesAndValues[i + 1]);
        }
    }

    private void indent() throws XMLStreamException {
        xml.writeCharacters("\n" + INDENT.repeat(depth));
    }

    private static void write(Step step) {
        try {
            step.run();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing to memory", e);
        }
    }

    private interface Step {
        void run() throws XMLStreamException;
    }
}

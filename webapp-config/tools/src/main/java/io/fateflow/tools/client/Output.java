package io.fateflow.tools.client;

import java.io.PrintWriter;
import java.io.UncheckedIOException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import picocli.CommandLine.Help.Ansi;

import io.fateflow.tools.view.TerminalSize;

/**
 * What a command says: results on the one stream, remarks on the other, so that results may go to another program.
 *
 * @param json whether results are JSON, for programs
 */
record Output(PrintWriter results, PrintWriter remarks, boolean json) {

    /** Whether a person looks at the results, on a terminal that knows colours. */
    boolean isTerminal() {
        return !json && Ansi.AUTO.enabled();
    }

    void line(String text) {
        text(text + System.lineSeparator());
    }

    /** As wide as the terminal, or as {@code COLUMNS} says; as wide as it is where there is neither. */
    void table(TextTable table) {
        table.lines(columns()).forEach(this::line);
    }

    private int columns() {
        String given = System.getenv("COLUMNS");
        if (given != null && given.matches("[1-9]\\d{0,4}")) {
            return Integer.parseInt(given);
        }
        return isTerminal() ? TerminalSize.now().columns() : Integer.MAX_VALUE;
    }

    /**
     * With its line ends.
     *
     * @throws ReaderGoneException if nobody takes them any more
     */
    void text(String text) {
        results.print(text);
        // picocli's writer does not hear of what its stream has run into
        if (results.checkError() || System.out.checkError()) {
            throw new ReaderGoneException();
        }
    }

    void remark(String text) {
        remarks.println(text);
        remarks.flush();
    }

    /** A document of its own. */
    void document(Object value) {
        line(write(mapper(), value, true));
    }

    /** One of many, in a line. */
    void record(Object value) {
        line(write(mapper(), value, false));
    }

    /** The same for what went wrong. */
    void trouble(Object value) {
        remark(write(mapper(), value, false));
    }

    /** Made when it is needed: who reads text does not wait for it. */
    private static ObjectMapper mapper() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
    }

    private static String write(ObjectMapper mapper, Object value, boolean indented) {
        try {
            return indented
                    ? mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value)
                    : mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.fateflow.client.call;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the project's list of errors says of each id; the list comes with this program. */
public final class Remedies {

    private static final Pattern ID = Pattern.compile("FFB-\\d{4}");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)]\\([^)]*\\)");
    private static final int REMEDY = 2;

    private Remedies() {}

    /** What to do about an error; empty if the list has not its id. */
    public static String of(String id) {
        if (id.isEmpty()) {
            return "";
        }
        try (InputStream list = Remedies.class.getResourceAsStream("errors.md")) {
            if (list == null) {
                return "";
            }
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("| " + id + " |"))
                    .findFirst()
                    .map(Remedies::remedy)
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException("the list of errors in this program's own jar can't be read", e);
        }
    }

    /** The same, of the first id that a text names. */
    public static String in(String text) {
        Matcher id = ID.matcher(text);
        return id.find() ? of(id.group()) : "";
    }

    private static String remedy(String row) {
        String cell = row.substring(2, row.length() - 2).split(" \\| ", -1)[REMEDY];
        return LINK.matcher(cell).replaceAll("docs/$1").replace("docs/docs/", "docs/");
    }
}

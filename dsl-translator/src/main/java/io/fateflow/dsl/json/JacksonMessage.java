package io.fateflow.dsl.json;

import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonProcessingException;

/** What Jackson says is wrong with a text, for whoever wrote the text. */
public final class JacksonMessage {

    /** Jackson's own words for a place, in the middle of some messages; the source in it is always withheld. */
    private static final Pattern PLACE = Pattern.compile("\\[Source: [^;]*; line: (\\d+), column: (\\d+)]");

    private JacksonMessage() {}

    /** Without the place of the error, which is {@link JsonProcessingException#getLocation}. */
    public static String of(JsonProcessingException error) {
        return PLACE.matcher(error.getOriginalMessage()).replaceAll("line $1, column $2");
    }
}

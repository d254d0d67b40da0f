package io.fateflow.tools.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import io.fateflow.dsl.json.JacksonMessage;

/** Documents that users hand in. */
final class JsonFiles {

    private JsonFiles() {}

    /** @throws BadFileException that names the file, and the place in it */
    static JsonNode read(Path file) throws BadFileException {
        try (InputStream in = Files.newInputStream(file)) {
            JsonNode read = JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    // a key that is there twice is an error, as it is at the server
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .build()
                    .readTree(in);
            if (read != null && read.isObject()) {
                return read;
            }
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            String where =
                    place == null ? "" : ", line %d, column %d".formatted(place.getLineNr(), place.getColumnNr());
            throw new BadFileException(file, where + ": " + JacksonMessage.of(e), e);
        } catch (IOException e) {
            throw new BadFileException(file, Files.exists(file) ? " can't be read" : " is not there", e);
        }
        throw new BadFileException(file, " has no JSON object", null);
    }

    /** A part of a document, by the one or the other of its names. */
    static JsonNode part(Path file, JsonNode document, String name, String otherName) throws BadFileException {
        JsonNode part = document.path(document.has(name) ? name : otherName);
        if (!part.isObject()) {
            throw new BadFileException(file, " has no object \"" + name + "\"", null);
        }
        return part;
    }
}

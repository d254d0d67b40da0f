package io.fateflow.webapp.openapi;

import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * What is said of one call.
 *
 * @param group the calls that it stands with
 * @param summary one sentence
 * @param more what else one should know; empty if nothing
 * @param keys of the body or of the address, each with its meaning; a star behind the name means that it must be there
 * @param ask a body; null if the call takes none
 * @param form whether the keys are parts of a form, one of which is a file
 * @param answer all that is answered; null if it is no JSON
 * @param file the media type of an answer that is no JSON; empty otherwise
 */
record CallDescription(
        String group,
        String summary,
        String more,
        Map<String, String> keys,
        @Nullable JsonNode ask,
        boolean form,
        @Nullable JsonNode answer,
        String file) {}

package io.fateflow.webapp.model;

import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.database.TextColumn;
import io.fateflow.operations.query.ModelTags;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.WireJson;

/** What a tag may be called, and how tags are shown. */
final class TagNames {

    private TagNames() {}

    /** @throws ApiException FFB-6131 if it is too long, or has characters that nobody sees */
    static void check(String name) {
        TextColumn.TAG_NAME.problem("tag_name", name).ifPresent(problem -> {
            throw ApiException.uncaught("ValueError", "FFB-6131 " + problem);
        });
    }

    static ArrayNode wire(List<ModelTags.Tag> tags, WireJson json) {
        ArrayNode wire = json.object().putArray("tags");
        tags.forEach(tag -> wire.addObject().put("name", tag.name()).put("description", tag.description()));
        return wire;
    }
}

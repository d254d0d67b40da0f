package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What sections of a conf say for one party, in the order in which it applies: what is for all, then what is for some.
 *
 * @param conf of version 2, for all parties, that was checked
 */
record PartyLayers(JsonNode conf) {

    private static final String EVERYONE = "all";

    List<JsonNode> of(String section, Party party) {
        List<JsonNode> layers = new ArrayList<>();
        layers.add(conf.path(section).path(JobConf.COMMON));
        int position = position(party);
        for (Map.Entry<String, JsonNode> entry :
                conf.path(section).path(JobConf.ROLE).path(party.role()).properties()) {
            if (matches(entry.getKey(), position)) {
                layers.add(entry.getValue());
            }
        }
        return layers;
    }

    private int position(Party party) {
        int position = 0;
        for (JsonNode id : new JobConf(conf).roles().path(party.role())) {
            if (id.asText().equals(party.idText())) {
                return position;
            }
            position++;
        }
        return -1;
    }

    private static boolean matches(String key, int position) {
        return key.equals(EVERYONE) || Arrays.asList(key.split("\\|", -1)).contains(Integer.toString(position));
    }
}

package io.fateflow.webapp.model.archive;

import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;

/** Which part of which model a call means. Its words become names of files, so they are held against their form. */
final class PartOfModel {

    private static final Pattern MODEL_ID = Pattern.compile("(?:[a-z]{1,20}-\\d{1,10}(?:_\\d{1,10})*#){1,10}model");
    private static final Pattern VERSION = Pattern.compile("\\w{1,25}");
    private static final Pattern ROLE = Pattern.compile("guest|host|arbiter|local");
    private static final Pattern PARTY = Pattern.compile("\\d{1,10}");

    /** A thousand parties; a longer text would exhaust the stack of a pattern. */
    private static final int LONGEST = 4_000;

    private PartOfModel() {}

    /** @throws ApiException FFB-5250 if one of the four is not as FATE makes them */
    static PartyModel of(JsonNode sent) {
        return new PartyModel(
                checked(sent, "model_id", MODEL_ID, "such as guest-9999#host-10000#model"),
                checked(sent, "model_version", VERSION, "as job/submit, model/deploy or model/import answered it"),
                checked(sent, "role", ROLE, "guest, host, arbiter or local"),
                checked(sent, "party_id", PARTY, "a number"));
    }

    private static String checked(JsonNode sent, String key, Pattern form, String should) {
        String text = ApiBody.text(sent, key);
        if (text.length() > LONGEST || !form.matcher(text).matches()) {
            throw ApiException.http(400, "FFB-5250 " + key + " has another form than it should; it is " + should + ".");
        }
        return text;
    }

    /** FATE's name of it: {@code guest#9999#guest-9999#host-10000#model}. */
    static String partyModelId(PartyModel part) {
        return part.role() + "#" + part.partyId() + "#" + part.modelId();
    }

    /** As FATE's clients get it. */
    static String fileName(PartyModel part) {
        return partyModelId(part) + "_" + part.version() + ".zip";
    }
}

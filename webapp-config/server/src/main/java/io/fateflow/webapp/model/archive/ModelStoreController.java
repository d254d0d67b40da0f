package io.fateflow.webapp.model.archive;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.Envelope;

/** {@code model/store} and {@code model/restore}: a party's part of a model in the site's own folder of archives. */
@Controller
class ModelStoreController {

    private final ModelArchives archives;

    ModelStoreController(ModelArchives archives) {
        this.archives = archives;
    }

    @RequestMapping(
            path = "/v1/model/store",
            method = {RequestMethod.GET, RequestMethod.POST})
    Envelope store(ApiBody body) throws IOException {
        ObjectNode sent = body.with("model_id", "model_version", "role", "party_id");
        return archives.store(PartOfModel.of(sent), ModelArchiveController.isOn(sent, "force_update"));
    }

    @RequestMapping(
            path = "/v1/model/restore",
            method = {RequestMethod.GET, RequestMethod.POST})
    Envelope restore(ApiBody body) throws IOException {
        ObjectNode sent = body.with("model_id", "model_version", "role", "party_id");
        PartyModel part = PartOfModel.of(sent);
        return archives.restore(part, ModelArchiveController.isOn(sent, "force_update"), ApiBody.text(sent, "sha256"));
    }
}

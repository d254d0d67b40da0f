package io.fateflow.webapp.model.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.engine.model.PartyModel;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Attachment;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.FilePart;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.data.ReceivedFiles;

/** {@code model/export} and {@code model/import}: a party's part of a model as a file. */
@Controller
class ModelArchiveController {

    private final ModelArchives archives;
    private final ReceivedFiles files;
    private final WireJson json;

    ModelArchiveController(ModelArchives archives, ReceivedFiles files, WireJson json) {
        this.archives = archives;
        this.files = files;
        this.json = json;
    }

    @RequestMapping(
            path = "/v1/model/export",
            method = {RequestMethod.GET, RequestMethod.POST})
    ResponseEntity<StreamingResponseBody> export(ApiBody body) {
        PartyModel part = PartOfModel.of(body.with("model_id", "model_version", "role", "party_id"));
        ModelStore.Content content = archives.export(part, "client");
        return Attachment.zip(PartOfModel.fileName(part), content::writeTo);
    }

    /** The parameters are fields of the form. */
    @PostMapping("/v1/model/import")
    Envelope take(HttpServletRequest request) throws IOException, ServletException {
        ObjectNode sent = json.object();
        request.getParameterMap().forEach((name, values) -> sent.put(name, values[0]));
        ApiBody.of(sent).with("model_id", "model_version", "role", "party_id");
        String type = request.getContentType();
        Part file = (type != null && type.startsWith("multipart/") ? FilePart.of(request) : Optional.<Part>empty())
                .orElseThrow(() -> ApiException.http(400, "`file` is required."));
        Path archive = files.place();
        try {
            file.write(archive.toString());
            return archives.take(
                    PartOfModel.of(sent), archive, isOn(sent, "force_update"), ApiBody.text(sent, "hash"), true);
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    static boolean isOn(ObjectNode sent, String name) {
        String text = ApiBody.text(sent, name);
        return text.equals("1") || text.equals("true");
    }
}

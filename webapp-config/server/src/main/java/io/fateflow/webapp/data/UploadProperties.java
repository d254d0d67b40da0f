package io.fateflow.webapp.data;

import java.nio.file.Path;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.worker.data.AllowedFolders;

/**
 * What may become a table besides what clients send.
 *
 * @param folders of this machine whose files an upload may name; none unless an operator says so
 */
@ConfigurationProperties("fate.upload")
public record UploadProperties(@DefaultValue List<Path> folders) {

    public AllowedFolders allowed() {
        return new AllowedFolders(folders);
    }
}

package io.fateflow.webapp.data;

import java.nio.file.Path;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.worker.data.WritableFolders;

/**
 * Where tables may become files of this machine.
 *
 * @param folders in which {@code data/download} and {@code data/writer} may write; none unless an operator says so
 */
@ConfigurationProperties("fate.download")
public record DownloadProperties(@DefaultValue List<Path> folders) {

    public WritableFolders allowed() {
        return new WritableFolders(folders);
    }
}

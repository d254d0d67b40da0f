package io.fateflow.webapp.model.archive;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Models outside of the database.
 *
 * @param store a folder that archives of models are stored in and restored from; null for none
 * @param largestArchive all that an archive holds, unpacked
 * @param largestFile the largest file in an archive, unpacked: one at a time is in memory
 */
@ConfigurationProperties("fate.models")
public record ModelProperties(
        @Nullable Path store,
        @DefaultValue("1GB") DataSize largestArchive,
        @DefaultValue("32MB") DataSize largestFile) {}

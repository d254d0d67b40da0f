package io.fateflow.webapp.exchange.files;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.fateflow.engine.executor.AttemptFiles;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.transfer.DiskSpace;
import io.fateflow.transfer.IncomingFiles;
import io.fateflow.webapp.exchange.ExchangeProperties;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.storage.FileContents;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.worker.data.AllowedFolders;
import io.fateflow.worker.data.WritableFolders;

/** The site's files for executors without a folder in common. */
@Configuration(proxyBeanMethods = false)
class FilesConfiguration {

    @Bean
    IncomingFiles incomingFiles(FateHome home, ExchangeProperties exchange) {
        return new IncomingFiles(
                home.incoming(), new DiskSpace(exchange.keepFree().toBytes()));
    }

    @Bean
    ReadableFiles readableFiles(SiteTables tables, ExecutorSurroundings surroundings, FileContents contents) {
        return new ReadableFiles(tables, new AllowedFolders(surroundings.uploadFolders()), contents);
    }

    @Bean
    LeftFiles leftFiles(
            SiteTables tables,
            ExecutorSurroundings surroundings,
            FileContents contents,
            IncomingFiles incoming,
            AttemptFiles attempts) {
        return new LeftFiles(tables, new WritableFolders(surroundings.downloadFolders()), contents, incoming, attempts);
    }
}

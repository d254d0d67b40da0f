package io.fateflow.webapp.template;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class TemplateApiTest {

    private static final String ROOT = "fateflow_examples/";

    @Autowired
    private Caller caller;

    @Autowired
    private ModuleCatalog catalog;

    @Test
    void theJobsAreOnesThatThisServerTakes() throws IOException {
        Map<String, String> files = download();

        for (String name : List.of("toy/toy", "hetero_lr/hetero_lr")) {
            assertThat(new DslTranslator(catalog)
                            .translate(file(files, name + "_dsl.json"), file(files, name + "_conf.json")))
                    .as(name)
                    .isInstanceOf(Translation.Accepted.class);
        }
    }

    @Test
    void eachUploadHasItsFileAndTheTwoHaveIdsInCommon() throws IOException {
        Map<String, String> files = download();

        for (String party : List.of("guest", "host")) {
            assertThat(files)
                    .containsKey(ROOT
                            + json(file(files, "hetero_lr/upload_" + party + ".json"))
                                    .path("file")
                                    .asText());
        }
        List<String> guest = ids(file(files, "data/loans_guest.csv"));
        List<String> host = ids(file(files, "data/loans_host.csv"));
        assertThat(guest).hasSize(401).doesNotHaveDuplicates();
        assertThat(host).hasSize(401).doesNotHaveDuplicates();
        assertThat(guest.stream().filter(host::contains).count()).isEqualTo(381);
        assertThat(download()).isEqualTo(files);
    }

    private static List<String> ids(String csv) {
        return csv.lines().map(line -> line.substring(0, line.indexOf(','))).collect(Collectors.toList());
    }

    private static String file(Map<String, String> files, String name) {
        String file = files.get(ROOT + name);
        assertThat(file).as(name).isNotNull();
        return String.valueOf(file);
    }

    private Map<String, String> download() throws IOException {
        HttpResponse<byte[]> answer = caller.send(
                caller.request("/v1/template/download").POST(BodyPublishers.ofString("{\"min_data\": 1}")),
                BodyHandlers.ofByteArray());
        assertThat(answer.headers().firstValue("Content-Disposition")).contains("attachment; filename=template.tar.gz");
        Map<String, String> files = new TreeMap<>();
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(answer.body())))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put(entry.getName(), new String(tar.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}

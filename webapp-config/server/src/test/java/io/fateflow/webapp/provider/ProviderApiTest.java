package io.fateflow.webapp.provider;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.worker.component.Components;

import static io.fateflow.webapp.EndedJob.json;
import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class ProviderApiTest {

    private static final String VALID = """
        {"component_name": "lr_0", "component_module_name": "HeteroLR", "dsl_version": 2,
         "role": {"guest": [9999], "host": [10000], "arbiter": [10000]},
         "component_parameters": {"common": {"lr_0": {"max_iter": 3}}}}\
        """;

    @Autowired
    private Caller caller;

    @Autowired
    private ModuleCatalog catalog;

    @Test
    void whatIsListedCanRunAndTheRestIsNotListed() {
        JsonNode providers = post("provider/get", "{}").path("data");
        List<String> listed = new ArrayList<>();
        providers.forEach(
                provider -> provider.path(provider.at("/default/version").asText())
                        .path("components")
                        .forEach(name -> listed.add(name.asText())));

        assertThat(providers.properties()).extracting(entry -> entry.getKey()).containsExactly("fate", "fate_flow");
        assertThat(providers.at("/fate/default/version").asText()).isEqualTo("1.11.4");
        assertThat(providers.at("/fate_flow/default/version").asText())
                .as("as in f_provider_info")
                .isEqualTo("1.11.2");
        assertThat(listed)
                .contains("heterolr", "reader", "upload")
                .hasSizeLessThan(catalog.modules().size());
        assertThat(listed).allMatch(name -> Components.installed(name).isPresent());
        assertThat(listed).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    }

    @Test
    void oneProviderSaysTheNamesOfItsModules() {
        JsonNode one = post("provider/fate_flow/get", "{}").path("data");

        assertThat(one.at("/1.11.2/components/Reader")).isNotEmpty().isEqualTo(one.at("/1.11.2/components/reader"));
        assertThat(caller.post("/v1/provider/nobody/get", "{}").body())
                .isEqualTo("{\"retcode\":0,\"retmsg\":\"success\"}\n");
    }

    @ParameterizedTest
    @CsvSource({"HeteroLR, fate", "heterolr, fate", "Reader, fate_flow"})
    void aModuleIsFoundByEitherName(String name, String provider) {
        JsonNode one = post("component/" + name + "/get", "{}").path("data");

        assertThat(one.path("default_provider").asText()).isEqualTo(provider);
        assertThat(one.path("support_provider").path(0).asText()).isEqualTo(provider);
        assertThat(post("component/get", "{}").path("data").path(name)).isEqualTo(one);
    }

    @Test
    void parametersThatAJobWouldTakeAreValid() {
        assertThat(caller.post("/v1/component/validate", VALID).body())
                .isEqualTo("{\"retcode\":0,\"retmsg\":\"success\"}\n");
    }

    @ParameterizedTest
    @CsvSource({
        "max_iter, max_itr, max_itr",
        "HeteroLR, HeteroRL, HeteroRL",
        "'\"dsl_version\": 2', '\"dsl_version\": 1', dsl_version",
        "'\"guest\": [9999],', '\"guest\": [\"x\"],', guest",
        "component_parameters, parameters, component_parameters"
    })
    void whatAJobWouldNotTakeIsNamed(String from, String to, String named) {
        HttpResponse<String> answer = caller.post("/v1/component/validate", VALID.replace(from, to));

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(named, "\"retcode\": 400");
    }

    private JsonNode post(String path, String body) {
        return json(caller.post("/v1/" + path, body).body());
    }
}

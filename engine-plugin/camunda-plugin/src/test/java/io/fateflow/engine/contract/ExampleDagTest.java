package io.fateflow.engine.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.Translation;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.ModuleCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** The example beside the process files is what the compiler makes of its DSL: whoever reads it reads the truth. */
final class ExampleDagTest {

    @Test
    void theExampleIsCompiledFromItsDsl() {
        Translation translation = new DslTranslator(ModuleCatalog.standard())
                .translate(read("example-dsl.json"), read("example-conf.json"));

        assertThat(translation).isInstanceOfSatisfying(Translation.Accepted.class, accepted -> assertThat(
                        new DagCompiler().compile(accepted.plan()).xml())
                .isEqualTo(read("fate-dag-example.bpmn")));
    }

    private static String read(String name) {
        try (InputStream file = ExampleDagTest.class.getResourceAsStream("/io/fateflow/bpmn/" + name)) {
            assertThat(file).as(name).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

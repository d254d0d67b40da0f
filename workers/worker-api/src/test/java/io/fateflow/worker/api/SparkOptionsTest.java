package io.fateflow.worker.api;

import java.util.Map;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SparkOptionsTest {

    @Test
    void anAttemptsConfigHasThem() {
        SparkOptions options = new SparkOptions(3, 2, 2048, 1024, Map.of("spark.task.maxFailures", 8));
        ObjectNode config = JsonNodeFactory.instance.objectNode();

        options.writeTo(config);

        assertThat(SparkOptions.of(config)).contains(options);
        assertThat(SparkOptions.of(JsonNodeFactory.instance.objectNode())).isEmpty();
    }

    @Test
    void whatIsNoSettingOfSparksBecomesNoOption() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SparkOptions(1, 1, 1024, 1024, Map.of("spark.x=1 --jars", 1)))
                .withMessageContaining("has no setting");
        assertThatIllegalArgumentException().isThrownBy(() -> new SparkOptions(0, 1, 1024, 1024, Map.of()));
    }
}

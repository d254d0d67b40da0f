package io.fateflow.worker.kubernetes;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the cluster's nodes together have for pods. A pod that fits into the sum and on no node waits there. */
final class ClusterResources {

    private static final Logger log = LoggerFactory.getLogger(ClusterResources.class);
    private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1024L * 1024);

    private ClusterResources() {}

    /** By label; empty if we may not look at nodes: then the operator says it ({@code --resource}). */
    static Map<String, JsonNode> of(KubernetesClient client, Map<String, String> names) {
        Map<String, BigDecimal> sums = new HashMap<>();
        try {
            for (Node node : client.nodes().list().getItems()) {
                names.forEach((label, name) -> add(sums, label, name, node));
            }
        } catch (KubernetesClientException e) {
            log.warn("the cluster does not say what its nodes have; give it with --resource: {}", e.getMessage());
            return Map.of();
        }
        Map<String, JsonNode> found = new HashMap<>();
        sums.forEach((label, sum) -> found.put(label, JsonNodeFactory.instance.numberNode(sum.stripTrailingZeros())));
        return found;
    }

    private static void add(Map<String, BigDecimal> sums, String label, String name, Node node) {
        boolean takesPods =
                node.getSpec() == null || !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
        if (!takesPods || node.getStatus() == null || node.getStatus().getAllocatable() == null) {
            return;
        }
        Quantity quantity = node.getStatus().getAllocatable().get(name);
        if (quantity != null) {
            BigDecimal amount = Quantity.getAmountInBytes(quantity);
            sums.merge(
                    label,
                    name.equals("memory") ? amount.divide(MEGABYTE, 0, RoundingMode.DOWN) : amount,
                    BigDecimal::add);
        }
    }
}

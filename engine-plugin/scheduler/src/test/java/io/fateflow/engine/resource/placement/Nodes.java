package io.fateflow.engine.resource.placement;

import java.math.BigDecimal;
import java.util.TreeMap;

import io.fateflow.engine.resource.amount.NodeResources;
import io.fateflow.engine.resource.amount.ResourceIdSet;
import io.fateflow.engine.resource.amount.ResourceIds;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;

/** Nodes and demands for tests, written as users do: {@code "2 CPU, 0.5 GPU"}. */
final class Nodes {

    private Nodes() {}

    static ResourceSet set(String text) {
        ResourceSet set = ResourceSet.EMPTY;
        for (String part : text.split(", ", -1)) {
            String[] words = part.split(" ", 2);
            set = set.addOrUpdate(words[1], ResourceQuantity.of(new BigDecimal(words[0])));
        }
        return set;
    }

    /** A node that nobody uses; its GPUs have ids. */
    static NodeResources node(String name, String total) {
        ResourceSet all = set(total);
        TreeMap<String, ResourceIds> ids = new TreeMap<>();
        if (all.labels().contains("GPU")) {
            ids.put("GPU", ResourceIds.of((int) all.get("GPU").wholeUnits()));
        }
        return new NodeResources(name, all, ResourceSet.EMPTY, ResourceSet.EMPTY, new ResourceIdSet(ids), true);
    }

    static NodeResources closed(NodeResources node) {
        return new NodeResources(node.node(), node.total(), node.leased(), node.load(), node.ids(), false);
    }

    static NodeResources with(NodeResources node, String... demands) {
        NodeResources taken = node;
        for (String demand : demands) {
            taken = taken.acquire(set(demand)).node();
        }
        return taken;
    }
}

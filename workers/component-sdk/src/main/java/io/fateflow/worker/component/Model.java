package io.fateflow.worker.component;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a component learned, as FATE's clients read it: two protobuf messages in their JSON form (lowerCamelCase names,
 * 64-bit integers as texts, defaults included).
 *
 * @param module that made it, such as {@code HeteroLR}
 * @param metaName of FATE's message, such as {@code HeteroLogisticRegressionMeta}
 * @param meta how it was learned
 * @param paramName of FATE's message, such as {@code HeteroLogisticRegressionParam}
 * @param param what was learned
 */
public record Model(String module, String metaName, ObjectNode meta, String paramName, ObjectNode param) {}

package io.fateflow.client;

import java.util.List;

/** @param more whether there are others that the answer had no room for */
public record ModelPage(List<Model> models, boolean more) {}

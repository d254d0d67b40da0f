package io.fateflow.engine.resource.placement;

import java.util.SortedSet;

/**
 * What a job wants of one node for some of its components, as long as it runs.
 *
 * @param demand enough for all of them that can run at once
 */
record Bundle(SortedSet<String> components, Demand demand) {}

/** Many sites in one JVM under one clock, one random order and random faults; a seed says all of it. */
@NullMarked
package io.fateflow.bpmn.simulation;

import org.jspecify.annotations.NullMarked;

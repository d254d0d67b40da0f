/** Many sites in one JVM under one clock, one random order and random faults; a seed says all of it. */
@NullMarked
package io.fateflow.engine.simulation;

import org.jspecify.annotations.NullMarked;

/** A job's DAG in, a BPMN process definition with a laid-out diagram out. */
@NullMarked
package io.fateflow.dsl.bpmn;

import org.jspecify.annotations.NullMarked;

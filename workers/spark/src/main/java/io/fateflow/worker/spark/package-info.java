/**
 * Components on Spark: an attempt is the driver of one application, and makes its passes over a table by executors, which read the
 * site's tables where they are. What is calculated of a pass, and how, is the Java component's.
 */
@NullMarked
package io.fateflow.worker.spark;

import org.jspecify.annotations.NullMarked;

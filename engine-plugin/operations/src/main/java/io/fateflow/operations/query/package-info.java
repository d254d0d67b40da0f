/**
 * The read side: job, task and table rows as FATE Flow's clients know them, found by conditions that clients send. Reads
 * our tables only; knows no engine and no web.
 */
@NullMarked
package io.fateflow.operations.query;

import org.jspecify.annotations.NullMarked;

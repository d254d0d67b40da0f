/**
 * FATE's HeteroFeatureSelection: decides which columns stay, by hand or by what models of other components say of them.
 *
 * <p>What is revealed by design. Where the guest decides for a host, by information value or correlation, it gets to know the
 * anonymous names of the host's columns that are left, and the host which of them stay. By all other filters, those by the
 * importance of columns for trees among them, each party decides for its own columns with its own model, and nothing
 * crosses.
 */
@NullMarked
package io.fateflow.worker.component.selection;

import org.jspecify.annotations.NullMarked;

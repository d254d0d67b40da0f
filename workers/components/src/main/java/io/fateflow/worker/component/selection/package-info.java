/** FATE's HeteroFeatureSelection: decides which columns stay, by hand or by what models of other components say of them. */
@NullMarked
package io.fateflow.worker.component.selection;

import org.jspecify.annotations.NullMarked;

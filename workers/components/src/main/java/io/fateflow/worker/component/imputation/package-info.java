/** Values in place of missing ones: how they are found, and FATE's FeatureImputation, which puts them in. */
@NullMarked
package io.fateflow.worker.component.imputation;

import org.jspecify.annotations.NullMarked;

/** FATE's Union: tables of equal columns become one. */
@NullMarked
package io.fateflow.worker.component.union;

import org.jspecify.annotations.NullMarked;

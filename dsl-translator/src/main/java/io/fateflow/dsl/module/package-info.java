/** The catalogue of FATE's modules: who runs what. Data, with a reader for it. Uses nothing else of the translator. */
@NullMarked
package io.fateflow.dsl.module;

import org.jspecify.annotations.NullMarked;

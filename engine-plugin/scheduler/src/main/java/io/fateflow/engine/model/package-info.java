/** The models that components make, and the pipelines that are deployed to predict with them. */
@NullMarked
package io.fateflow.engine.model;

import org.jspecify.annotations.NullMarked;

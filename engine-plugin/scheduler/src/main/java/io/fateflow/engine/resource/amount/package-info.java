/** Amounts of labelled resources, which units they are, and what one node has of them: values only, nothing else. */
@NullMarked
package io.fateflow.engine.resource.amount;

import org.jspecify.annotations.NullMarked;

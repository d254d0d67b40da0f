/** Jobs to begin with. */
@NullMarked
package io.fateflow.webapp.template;

import org.jspecify.annotations.NullMarked;

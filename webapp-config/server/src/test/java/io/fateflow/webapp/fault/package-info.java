/** Networks between sites that do what a test says. */
@NullMarked
package io.fateflow.webapp.fault;

import org.jspecify.annotations.NullMarked;

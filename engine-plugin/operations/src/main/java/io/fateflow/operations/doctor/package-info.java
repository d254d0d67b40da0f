/** Looks whether what must always be true of a site's rows and processes is true, and says what to do where it is not. */
@NullMarked
package io.fateflow.operations.doctor;

import org.jspecify.annotations.NullMarked;

/** The program: its command line, and the Spring Boot application behind {@code serve}, {@code demo} and {@code bench}. */
@NullMarked
package io.fateflow.webapp;

import org.jspecify.annotations.NullMarked;

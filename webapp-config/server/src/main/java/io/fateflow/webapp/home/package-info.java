/** Where the server keeps its files. May use Spring Boot only. */
@NullMarked
package io.fateflow.webapp.home;

import org.jspecify.annotations.NullMarked;

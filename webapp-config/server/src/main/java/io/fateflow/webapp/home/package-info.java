/** Where the server keeps its files, and where it is called. May use Spring Boot only. */
@NullMarked
package io.fateflow.webapp.home;

import org.jspecify.annotations.NullMarked;

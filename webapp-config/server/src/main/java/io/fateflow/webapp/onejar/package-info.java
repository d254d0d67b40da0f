/**
 * How this program starts from one jar with all others inside: Spring Boot's launcher finds them, and this package finds what is in
 * them. It uses nothing but the JDK, and nothing of the program but the name of its main class.
 */
@NullMarked
package io.fateflow.webapp.onejar;

import org.jspecify.annotations.NullMarked;

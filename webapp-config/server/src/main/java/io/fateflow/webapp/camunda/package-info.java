/** The only package of this module that knows {@code org.camunda}: engine settings, web apps, logins. */
@NullMarked
package io.fateflow.webapp.camunda;

import org.jspecify.annotations.NullMarked;

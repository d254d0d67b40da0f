/** What an operator sets for the whole site. */
@NullMarked
package io.fateflow.webapp.site;

import org.jspecify.annotations.NullMarked;

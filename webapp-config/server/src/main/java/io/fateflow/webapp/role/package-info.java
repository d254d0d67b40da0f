/** Roles, what there is to do, and the one table of which role may do what. Values only: knows no request, no engine and no database. */
@NullMarked
package io.fateflow.webapp.role;

import org.jspecify.annotations.NullMarked;

/** Who may call what: one table of paths, everything else refused. Knows no engine: logins come through {@link io.fateflow.webapp.security.Logins}. */
@NullMarked
package io.fateflow.webapp.security;

import org.jspecify.annotations.NullMarked;

/** Log-in at an issuer of OpenID Connect, and the tokens that programs have of it. */
@NullMarked
package io.fateflow.webapp.oidc;

import org.jspecify.annotations.NullMarked;

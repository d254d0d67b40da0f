/** Who a calling site is: FATE's site signatures, certificates, and what happens to those who claim to be another. */
@NullMarked
package io.fateflow.federation.auth;

import org.jspecify.annotations.NullMarked;

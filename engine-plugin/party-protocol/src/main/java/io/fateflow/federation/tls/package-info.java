/** What sites show each other on encrypted connections, out of PEM files that may be replaced while the server runs. */
@NullMarked
package io.fateflow.federation.tls;

import org.jspecify.annotations.NullMarked;

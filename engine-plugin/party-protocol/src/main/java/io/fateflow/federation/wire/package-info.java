/** FATE Flow's calls between sites: paths, bodies and answers, as JSON in both directions. Knows no transport. */
@NullMarked
package io.fateflow.federation.wire;

import org.jspecify.annotations.NullMarked;

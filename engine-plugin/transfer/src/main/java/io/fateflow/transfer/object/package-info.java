/** Files of the site under keys, in a store that other machines have: the port, and what its adapters are told and say. */
@NullMarked
package io.fateflow.transfer.object;

import org.jspecify.annotations.NullMarked;

/** Where this site's tables are: a folder of this machine, or objects in a store. */
@NullMarked
package io.fateflow.webapp.storage;

import org.jspecify.annotations.NullMarked;

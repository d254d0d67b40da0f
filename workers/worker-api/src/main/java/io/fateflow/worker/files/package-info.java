/** What a site's server and executors without a folder in common say of files to each other. */
@NullMarked
package io.fateflow.worker.files;

import org.jspecify.annotations.NullMarked;

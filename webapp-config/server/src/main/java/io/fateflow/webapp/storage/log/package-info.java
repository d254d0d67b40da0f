/**
 * Where the logs of a site's executors are: files of this machine as long as somebody writes them, and objects in a store afterwards, where
 * there is one.
 */
@NullMarked
package io.fateflow.webapp.storage.log;

import org.jspecify.annotations.NullMarked;

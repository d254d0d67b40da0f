/**
 * Models as FATE's archives: written from what this site has, read into it, and kept in a folder. Nothing of an archive
 * becomes a file; it is checked whole before anything of it is stored.
 */
@NullMarked
package io.fateflow.webapp.model.archive;

import org.jspecify.annotations.NullMarked;

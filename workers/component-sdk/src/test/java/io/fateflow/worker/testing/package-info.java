/** What tests of this module share. */
package io.fateflow.worker.testing;

/** The component guide's example, as the guide shows it. */
package io.fateflow.worker.guide;

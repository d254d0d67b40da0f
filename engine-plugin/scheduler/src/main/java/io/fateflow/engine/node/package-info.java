/** The servers of one site on one database: who they are, which workers they have, and how they wake each other. */
@NullMarked
package io.fateflow.engine.node;

import org.jspecify.annotations.NullMarked;

package io.fateflow.tools.client;

import java.util.function.Consumer;

import io.fateflow.client.LogLine;

/** Prints lines of one log. */
interface LinePrinter extends Consumer<LogLine> {}

package io.fateflow.tools.client;

/** The program that results were written to has ended, as {@code head} does: there is nothing to say, and nobody to hear it. */
final class ReaderGoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;
}

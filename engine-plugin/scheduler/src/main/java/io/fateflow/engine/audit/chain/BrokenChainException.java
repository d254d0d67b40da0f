package io.fateflow.engine.audit.chain;

/** The chain can't be continued: it is not as this site has left it. */
public final class BrokenChainException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokenChainException(String what) {
        super("FFB-7085 audit entries are not sealed, for " + what + ": see doctor");
    }
}

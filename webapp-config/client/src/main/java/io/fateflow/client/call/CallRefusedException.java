package io.fateflow.client.call;

/** The server has understood the call, and says no. */
public final class CallRefusedException extends FateFlowException {

    private final int retcode;

    public CallRefusedException(String message, String remedy, int retcode) {
        super(message, remedy, null);
        this.retcode = retcode;
    }

    /** FATE Flow's code of the answer. */
    public int retcode() {
        return retcode;
    }
}

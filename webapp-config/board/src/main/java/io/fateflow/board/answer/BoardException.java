package io.fateflow.board.answer;

/** A call of a page that can't be served. */
public final class BoardException extends RuntimeException {

    private final int status;
    private final String id;
    private final String remedy;

    /**
     * Makes it.
     *
     * @param status of HTTP
     * @param id stable, such as {@code FFB-5404}
     * @param message what is wrong, and where
     * @param remedy what to do about it
     */
    public BoardException(int status, String id, String message, String remedy) {
        super(message);
        this.status = status;
        this.id = id;
        this.remedy = remedy;
    }

    /** There is no such job on this site. */
    public static BoardException unknownJob() {
        return new BoardException(
                404,
                "FFB-5404",
                "This site has no job of that id.",
                "Look for it in the list of jobs; housekeeping may have removed it.");
    }

    int status() {
        return status;
    }

    public String id() {
        return id;
    }

    String remedy() {
        return remedy;
    }

    /** Not an error of ours: nobody needs the stack. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}

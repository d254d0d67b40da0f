package io.fateflow.transfer;

/** Whether what an executor has sent to other sites is there. */
public sealed interface Settlement {

    record Everything() implements Settlement {}

    /** The time was up; ask again. */
    record NotYet() implements Settlement {}

    /** Something will never arrive. */
    record Lost(String reason) implements Settlement {}
}

package io.fateflow.operations.doctor;

import java.util.Optional;

/**
 * Something that is not as it must be.
 *
 * @param place of what: a job, a party, a process instance
 * @param what is the matter there, with its figures
 * @param repair what the doctor can do about it, if anything
 */
public record Finding(Rule rule, String place, String what, Optional<Repair> repair) {

    static Finding of(Rule rule, String place, String what) {
        return new Finding(rule, place, what, Optional.empty());
    }

    static Finding of(Rule rule, String place, String what, Repair repair) {
        return new Finding(rule, place, what, Optional.of(repair));
    }

    /** What is found again at the next look has the same key. */
    public String key() {
        return rule.id() + " " + place;
    }
}

package io.fateflow.engine.consent;

import java.util.List;
import java.util.Optional;

/** The site's policy, as it is deployed now. */
public interface ConsentPolicy {

    /** The key of its decision. */
    String KEY = "fate-consent-policy";

    /**
     * What it says to a request whose table is read for one module. Never throws for what the policy's author has written: what
     * can't be followed is a refusal that says so.
     *
     * @param usesOfLate how many consents the initiator has used for the table in the last 30 days
     * @return empty if no policy is deployed
     */
    Optional<PolicyAnswer> answer(ConsentRequest request, String module, long usesOfLate);

    /** Whether there is one. */
    boolean isDeployed();

    /** What is wrong with it, as far as it can be seen before anybody asks it; empty if nothing is. */
    List<String> problems();

    /** A site without one. */
    static ConsentPolicy none() {
        return new ConsentPolicy() {
            @Override
            public Optional<PolicyAnswer> answer(ConsentRequest request, String module, long usesOfLate) {
                return Optional.empty();
            }

            @Override
            public boolean isDeployed() {
                return false;
            }

            @Override
            public List<String> problems() {
                return List.of();
            }
        };
    }
}

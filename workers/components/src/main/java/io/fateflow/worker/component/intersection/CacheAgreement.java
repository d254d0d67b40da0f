package io.fateflow.worker.component.intersection;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.TextNode;

import io.fateflow.worker.exchange.Exchange;
import io.fateflow.worker.exchange.Party;

/** Guest and host go on from caches that were made together, or not at all. */
final class CacheAgreement {

    private CacheAgreement() {}

    /**
     * Tells the other party this one's, and compares.
     *
     * @throws IOException if they are not of the same run
     */
    static void require(Exchange exchange, Party other, String cacheId) throws IOException, InterruptedException {
        exchange.sendJson(Variables.CACHE_ID, Variables.TAG, other, TextNode.valueOf(cacheId));
        String theirs =
                exchange.receiveJson(Variables.CACHE_ID, Variables.TAG, other).asText();
        if (!theirs.equals(cacheId)) {
            throw new IOException("cache_id check failed: the cache of " + other
                    + " was made in another run than this party's; name the same job and component at both");
        }
    }
}

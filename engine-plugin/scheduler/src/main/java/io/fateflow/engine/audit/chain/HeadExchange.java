package io.fateflow.engine.audit.chain;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.audit.chain.ChainLines.BadLineException;
import io.fateflow.federation.auth.PartnerKeys;
import io.fateflow.federation.auth.SiteSignature;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;
import io.fateflow.federation.outgoing.Tries;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.SiteCall;

/**
 * Sites keep the heads of each other's audit logs. Whoever makes its log anew, and signs it, has a log that does not continue what
 * its partners have: they tell it with every exchange, and can show it to others.
 */
public final class HeadExchange {

    private static final Logger LOG = LoggerFactory.getLogger(HeadExchange.class);

    /** How many of the caller's heads an answer has, of all that are kept: from the last to the first. */
    private static final int MOST_TOLD = 50;

    private final SiteIdentity site;
    private final PartnerKeys partners;
    private final AuditChain chain;
    private final KeptHeads heads;

    public HeadExchange(SiteIdentity site, PartnerKeys partners, AuditChain chain, KeptHeads heads) {
        this.site = site;
        this.partners = partners;
        this.chain = chain;
        this.heads = heads;
    }

    /** Keeps a partner's head, and answers with what is kept of it and with this site's own. */
    public Answer keep(SiteCall.ExchangeHead call, CallHeaders headers) {
        String partner = headers.srcPartyId();
        return parsed(call.head())
                .filter(head -> head.partyId().equals(partner))
                .map(head -> keep(partner, head))
                .orElseGet(() -> Answer.failure(
                        Answer.EXCEPTION_ERROR,
                        "FFB-5305 this is no head of the audit log of party " + partner + ", which calls"));
    }

    private Answer keep(String partner, ChainPoint head) {
        if (!isSignedBy(partner, head)) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    "FFB-5306 party %d keeps no head of party %s: it knows no key of it, or the head is not signed with that"
                            .formatted(site.partyId(), partner));
        }
        ArrayNode told = Json.object().arrayNode();
        sample(heads.of(partner)).forEach(kept -> told.add(ChainLines.tree(kept.head())));
        heads.keep(head);
        ObjectNode answer = Json.object();
        answer.set("kept", told);
        ChainPoint own = chain.ends().head();
        if (!own.signature().isEmpty()) {
            answer.set("head", ChainLines.tree(own));
        }
        return Answer.of(answer);
    }

    private boolean isSignedBy(String partner, ChainPoint head) {
        Optional<PublicKey> key =
                partner.matches("\\d{1,18}") ? partners.of(Long.parseLong(partner)) : Optional.empty();
        return key.filter(known -> SiteSignature.SHA256.verify(known, head.text(), head.signature()))
                .isPresent();
    }

    /** Evenly over all, the last one among them: what was replaced lies behind some of it. */
    private static List<KeptHead> sample(List<KeptHead> all) {
        int step = Math.max(1, (all.size() + MOST_TOLD - 1) / MOST_TOLD);
        List<KeptHead> sample = new ArrayList<>();
        for (int at = 0; at < all.size(); at += step) {
            sample.add(all.get(at));
        }
        return sample;
    }

    /** Gives this site's head to partners, and takes theirs. Who does not answer, or has no such call, is asked again next time. */
    public void exchange(PartyTransport transport, Collection<Long> parties, Tries tries) {
        ChainPoint own = chain.ends().head();
        if (own.signature().isEmpty()) {
            return;
        }
        SiteCall.ExchangeHead call = new SiteCall.ExchangeHead(ChainLines.tree(own));
        for (long party : parties) {
            CallOutcome outcome = transport.call(new Party("", site.partyId()), party, call, tries);
            if (outcome instanceof CallOutcome.Done done && done.answer().data() != null) {
                taken(Long.toString(party), done.answer().data());
            } else {
                LOG.debug("party {} keeps no head of the audit log: {}", party, outcome.trouble());
            }
        }
    }

    private void taken(String partner, JsonNode answer) {
        parsed(answer.path("head"))
                .filter(head -> head.partyId().equals(partner) && isSignedBy(partner, head))
                .ifPresent(heads::keep);
        for (JsonNode line : answer.path("kept")) {
            parsed(line).filter(this::isOwn).filter(chain::contradicts).ifPresent(head -> heads.contest(partner, head));
        }
    }

    /** Only what this site has signed: a partner can't accuse it of anything else. */
    private boolean isOwn(ChainPoint head) {
        return head.partyId().equals(Long.toString(site.partyId()))
                && !head.signature().isEmpty()
                && chain.keys().know()
                && chain.keys().trouble(head).isEmpty();
    }

    private static Optional<ChainPoint> parsed(JsonNode line) {
        try {
            return Optional.of(ChainLines.point(ChainPoint.Kind.HEAD, line)).filter(head -> head.number() > 0);
        } catch (BadLineException e) {
            return Optional.empty();
        }
    }
}

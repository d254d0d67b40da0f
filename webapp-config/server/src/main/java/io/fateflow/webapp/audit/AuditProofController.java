package io.fateflow.webapp.audit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.AuditChain.Ends;
import io.fateflow.engine.audit.chain.AuditSealer;
import io.fateflow.engine.audit.chain.BrokenChainException;
import io.fateflow.engine.audit.chain.ChainLines;
import io.fateflow.engine.audit.chain.KeptHead;
import io.fateflow.engine.audit.chain.KeptHeads;
import io.fateflow.engine.audit.chain.SealedEntry;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.Retcode;

/**
 * The audit log as a proof, for whoever verifies it elsewhere: its head, and all of it. What is committed is sealed before, so that
 * nothing is left out.
 */
@Controller
class AuditProofController {

    private static final int PAGE = 1_000;

    private final AuditChain chain;
    private final AuditSealer sealer;
    private final AuditLog audit;
    private final KeptHeads heads;

    AuditProofController(AuditChain chain, AuditSealer sealer, AuditLog audit, KeptHeads heads) {
        this.chain = chain;
        this.sealer = sealer;
        this.audit = audit;
        this.heads = heads;
    }

    @GetMapping("/v1/audit/head")
    Envelope head() {
        try {
            sealer.sealAll();
        } catch (BrokenChainException e) {
            return Envelope.failure(Retcode.OPERATING_ERROR, String.valueOf(e.getMessage()));
        }
        return Envelope.of(ChainLines.tree(chain.ends().head()));
    }

    /** Heads of partners' logs that are kept here: all of one party, or the last of each. */
    @GetMapping("/v1/audit/heads")
    Envelope heads(@RequestParam(name = "party_id", defaultValue = "") String partyId) {
        List<KeptHead> kept = partyId.isEmpty() ? heads.last() : heads.of(partyId);
        return Envelope.of(kept.stream()
                .map(head -> Map.of("received", head.received(), "head", ChainLines.tree(head.head())))
                .toList());
    }

    /** A chain that can't be continued is exported as it is: whoever looks for the damage needs it. */
    @GetMapping("/v1/audit/export")
    ResponseEntity<StreamingResponseBody> export() {
        audit.write(AuditEntry.done(AuditAction.AUDIT_EXPORT));
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_NDJSON).body(this::write);
    }

    private void write(OutputStream to) throws IOException {
        try {
            sealer.sealAll();
        } catch (BrokenChainException e) {
            // the doctor says it; the head that is there tells it to the verifier, too
        }
        Ends ends = chain.ends();
        OutputStream out = new BufferedOutputStream(to);
        line(ChainLines.line(ends.anchor()), out);
        // one statement a page: a reader who is slow holds no connection
        long last = 0;
        List<SealedEntry> page;
        do {
            page = chain.after(last, PAGE);
            for (SealedEntry entry : page) {
                last = entry.number();
                if (last <= ends.head().number()) {
                    line(ChainLines.line(entry), out);
                }
            }
        } while (page.size() == PAGE && last < ends.head().number());
        line(ChainLines.line(ends.head()), out);
        out.flush();
    }

    private static void line(byte[] line, OutputStream out) throws IOException {
        out.write(line);
        out.write('\n');
    }
}

package io.fateflow.webapp.federation;

import java.io.IOException;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;

import io.fateflow.federation.auth.Caller;
import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;
import io.fateflow.transfer.OfferHandler;
import io.fateflow.transfer.OfferHandler.Outcome;
import io.fateflow.transfer.ReceivingConnection;
import io.fateflow.transfer.Tickets;
import io.fateflow.transfer.TransferProgress;
import io.fateflow.transfer.TransferProgressJson;
import io.fateflow.webapp.security.CallerProof;

/** Transfers of other sites over HTTP: an offer, and the data with the ticket that the offer's answer holds. */
@Controller
@RequestMapping("/v1/channel")
@ConditionalOnProperty("fate.federation.enabled")
class TransferController {

    private static final Logger LOG = LoggerFactory.getLogger(TransferController.class);
    private static final String BEARER = "Bearer ";
    private static final int LONGEST_OFFER = 64 * 1024;

    private final OfferHandler desk;
    private final Tickets tickets;

    TransferController(OfferHandler desk, Tickets tickets) {
        this.desk = desk;
        this.tickets = tickets;
    }

    @PostMapping("/offer")
    ResponseEntity<byte[]> offer(HttpServletRequest request) throws IOException {
        CallHeaders headers = HttpCallers.headers(request);
        CallerEvidence evidence = HttpCallers.evidence(request);
        Caller caller = desk.caller(headers, evidence);
        if (caller instanceof Caller.Refused refused) {
            return answer(desk.refuse(headers, evidence, refused));
        }
        if (caller instanceof Caller.Proved) {
            CallerProof.given(request);
        }
        byte[] description = request.getInputStream().readNBytes(LONGEST_OFFER);
        try {
            return answer(desk.decide(headers, description, evidence));
        } catch (WireFormatException e) {
            return answer(TransferProgressJson.of(
                    TransferProgress.refused("FFB-6606 the transfer's description can't be read: " + e.getMessage())));
        }
    }

    private ResponseEntity<byte[]> answer(Outcome admission) {
        if (admission instanceof Outcome.Open open) {
            return answer(TransferProgressJson.of(open.progress()).put("ticket", tickets.issue(open.arrival())));
        }
        return answer(TransferProgressJson.of(((Outcome.Ended) admission).progress()));
    }

    @PutMapping("/data")
    ResponseEntity<byte[]> data(HttpServletRequest request) {
        Optional<ReceivingConnection> arrival = arrival(request);
        if (arrival.isEmpty()) {
            return answer(TransferProgressJson.of(
                    TransferProgress.later("FFB-6610 the ticket is not good any more; offer again", 0)));
        }
        CallerProof.given(request);
        try (ReceivingConnection open = arrival.get()) {
            return answer(TransferProgressJson.of(open.appendAll(request.getInputStream())));
        } catch (IOException e) {
            // the sender hears it if it is still there, and comes again
            LOG.warn("a transfer from {} was broken off: {}", request.getRemoteAddr(), e.getMessage());
            return answer(TransferProgressJson.of(TransferProgress.later(
                    "FFB-6607 broken off: " + e.getMessage(), arrival.get().received())));
        }
    }

    private Optional<ReceivingConnection> arrival(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        return header != null && header.startsWith(BEARER)
                ? tickets.redeem(header.substring(BEARER.length()))
                : Optional.empty();
    }

    private static ResponseEntity<byte[]> answer(ObjectNode progress) {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(WireText.write(Answer.of(progress)));
    }
}

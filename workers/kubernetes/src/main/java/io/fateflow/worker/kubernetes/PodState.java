package io.fateflow.worker.kubernetes;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import org.jspecify.annotations.Nullable;

/** What a pod's status says of its executor. */
final class PodState {

    static final String OUT_OF_MEMORY = "OOMKilled";

    /** Why a container does not begin, and does not without somebody's help. */
    private static final Set<String> NEVER_BEGINS = Set.of(
            "ImagePullBackOff",
            "ErrImageNeverPull",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError");

    private final Pod pod;

    PodState(Pod pod) {
        this.pod = pod;
    }

    /** Whether the executor has ended in it, or will never begin. */
    boolean isOver() {
        return hasEnded() || neverBegins().isPresent();
    }

    /** Empty as long as the container has not ended; as a shell has it. */
    Optional<Integer> exitCode() {
        return terminated().map(ContainerStateTerminated::getExitCode);
    }

    /** Whether the kernel has killed something in the container because it was at its limit. */
    boolean wasOutOfMemory() {
        return terminated().filter(end -> OUT_OF_MEMORY.equals(end.getReason())).isPresent();
    }

    /** Why there may be no exit code, in a sentence for users; of a pod that is over. */
    String why() {
        Optional<String> begins = neverBegins();
        if (begins.isPresent()) {
            return begins.get();
        }
        String reason = text(status().getReason());
        Optional<ContainerStatus> container = ended();
        String message = Stream.of(
                        text(status().getMessage()),
                        container
                                .map(one -> text(end(one).getMessage()).strip())
                                .orElse(""))
                .filter(said -> !said.isEmpty())
                .collect(Collectors.joining("; "));
        if (reason.equals("Evicted") || reason.equals("Preempting")) {
            return "pod %s was evicted from node %s: %s. Ask for the memory that it needs, or keep the node for such pods"
                    .formatted(name(), node(), message);
        }
        String how = (reason.isEmpty() ? "" : " as " + reason)
                + container.map(PodState::how).orElse("");
        return "pod %s on node %s ended%s%s"
                .formatted(
                        name(),
                        node(),
                        how.isEmpty() && message.isEmpty() ? " without saying how" : how,
                        message.isEmpty() ? "" : ": " + message);
    }

    /** The pod's own reason is empty where a container has one: of {@code OOMKilled} and {@code StartError} it knows nothing. */
    private static String how(ContainerStatus container) {
        ContainerStateTerminated end = end(container);
        return ", its container %s%s with exit code %d"
                .formatted(
                        container.getName(),
                        text(end.getReason()).isEmpty() ? "" : " as " + end.getReason(),
                        end.getExitCode());
    }

    private static ContainerStateTerminated end(ContainerStatus container) {
        return container.getState().getTerminated();
    }

    /** The container that ended the pod: the executor's, or one that was to come before it, and failed. */
    private Optional<ContainerStatus> ended() {
        return Stream.concat(
                        status().getContainerStatuses().stream()
                                .filter(one -> KubernetesSettings.CONTAINER.equals(one.getName()))
                                .filter(PodState::hasEnded),
                        status().getInitContainerStatuses().stream()
                                .filter(PodState::hasEnded)
                                .filter(init -> end(init).getExitCode() != 0))
                .findFirst();
    }

    private static boolean hasEnded(ContainerStatus container) {
        return container.getState() != null && container.getState().getTerminated() != null;
    }

    /** Why it still waits for a node; empty if it has one. */
    Optional<String> unschedulable() {
        return status().getConditions().stream()
                .filter(condition ->
                        "PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus()))
                .map(condition -> text(condition.getMessage()))
                .findFirst();
    }

    private boolean hasEnded() {
        String phase = status().getPhase();
        return "Succeeded".equals(phase)
                || "Failed".equals(phase)
                || terminated().isPresent();
    }

    private Optional<String> neverBegins() {
        return container()
                .map(ContainerStatus::getState)
                .map(ContainerState::getWaiting)
                .filter(waiting -> NEVER_BEGINS.contains(text(waiting.getReason())))
                .map(this::remedy);
    }

    private String remedy(ContainerStateWaiting waiting) {
        String image = container().map(ContainerStatus::getImage).orElse("");
        String what = text(waiting.getReason()).contains("Image")
                ? "image %s can't be had; see that it is in its registry, and that the pod template's imagePullSecrets may"
                                .formatted(image)
                        + " read it"
                : "its container can't be made; see the pod template's volumes, secrets and commands";
        return "pod %s does not begin (%s: %s): %s"
                .formatted(name(), waiting.getReason(), text(waiting.getMessage()), what);
    }

    private Optional<ContainerStateTerminated> terminated() {
        return container().map(ContainerStatus::getState).map(ContainerState::getTerminated);
    }

    private Optional<ContainerStatus> container() {
        return Stream.concat(
                        status().getInitContainerStatuses().stream()
                                .filter(init -> init.getState() != null
                                        && init.getState().getWaiting() != null),
                        status().getContainerStatuses().stream()
                                .filter(one -> KubernetesSettings.CONTAINER.equals(one.getName())))
                .findFirst();
    }

    private PodStatus status() {
        return pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    }

    private String name() {
        return pod.getMetadata().getName();
    }

    private String node() {
        return pod.getSpec() == null || pod.getSpec().getNodeName() == null
                ? "(none)"
                : pod.getSpec().getNodeName();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}

package io.fateflow.engine.notification.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Texts;
import io.fateflow.engine.notification.Delivery;
import io.fateflow.engine.notification.Notification;
import io.fateflow.engine.notification.NotificationSender;
import io.fateflow.engine.notification.NotificationSettings;
import io.fateflow.engine.notification.Receiver;
import io.fateflow.engine.notification.webhook.CheckedResolver.AddressRefusedException;

/**
 * Posts notifications, each on a connection of its own. Redirects are not followed; of an answer a few lines are read, and of
 * one from a URL that a job has named none. The whole of a try has one limit, however slowly bytes come.
 */
public final class WebhookSender implements NotificationSender, AutoCloseable {

    private static final int OK = 200;
    private static final int REDIRECT = 300;
    private static final int BAD_REQUEST = 400;
    private static final int GONE = 410;
    private static final int SERVER_ERROR = 500;
    /** Timed out, too early, too many: the same may be welcome later. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    /** With these, a receiver may say when. */
    private static final Set<Integer> SAYS_WHEN = Set.of(429, 503);

    private static final int MOST_BYTES = 200;

    private final NotificationSettings settings;
    private final Clock clock;
    private final CloseableHttpClient anywhere;
    private final CloseableHttpClient checked;
    private final ScheduledExecutorService limits;

    public WebhookSender(NotificationSettings settings, Clock clock) {
        this(settings, clock, SystemDefaultDnsResolver.INSTANCE);
    }

    WebhookSender(NotificationSettings settings, Clock clock, DnsResolver names) {
        this.settings = settings;
        this.clock = clock;
        this.anywhere = client(names);
        this.checked = client(settings.forJobs().privateAddresses() ? names : new CheckedResolver(names));
        this.limits = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "notification-limits");
            thread.setDaemon(true);
            return thread;
        });
    }

    private CloseableHttpClient client(DnsResolver names) {
        Timeout connect = Timeout.of(settings.delivery().connect());
        Timeout answer = Timeout.of(settings.delivery().answer());
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(names)
                        .setMaxConnTotal(200)
                        .setMaxConnPerRoute(50)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(connect)
                                .setSocketTimeout(answer)
                                .build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(connect)
                        .setResponseTimeout(answer)
                        .setRedirectsEnabled(false)
                        .build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .setUserAgent("fate-flow-bpm")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    @Override
    public Delivery send(Notification notification) {
        String url = notification.url();
        if (url != null) {
            URI uri = URI.create(url);
            return settings.forJobs().hosts().contains(uri)
                    ? post(checked, uri, new Receiver.Webhook(settings.forJobs().secrets()), notification, false)
                    : new Delivery.Refused("its host is not among fate.notifications.allowed-hosts any more");
        }
        Optional<Receiver> receiver = settings.receiver(notification.receiver());
        return receiver.<Delivery>map(it -> post(anywhere, it.url(), it.format(), notification, true))
                .orElseGet(() -> new Delivery.Refused("no receiver of that name is configured any more"));
    }

    private Delivery post(
            CloseableHttpClient client, URI url, Receiver.Format format, Notification notification, boolean withWords) {
        HttpPost post = new HttpPost(url);
        if (format instanceof Receiver.Webhook webhook) {
            long now = clock.instant().getEpochSecond();
            post.setHeader("webhook-id", notification.id());
            post.setHeader("webhook-timestamp", Long.toString(now));
            post.setHeader(
                    "webhook-signature",
                    WebhookSignature.of(webhook.secrets(), notification.id(), now, notification.body()));
        } else if (format instanceof Receiver.OpenLineage lineage && lineage.apiKey() != null) {
            post.setHeader(HttpHeaders.AUTHORIZATION, "Bearer " + lineage.apiKey());
        }
        post.setEntity(new StringEntity(notification.body(), ContentType.APPLICATION_JSON));
        Future<?> limit = limits.schedule(
                () -> post.cancel(), settings.delivery().answer().toMillis(), TimeUnit.MILLISECONDS);
        try (ClassicHttpResponse answer = client.executeOpen(null, post, null)) {
            return judge(answer, withWords);
        } catch (AddressRefusedException e) {
            return new Delivery.Refused(
                    "its host has an address in this network or on this machine, where jobs may send nothing");
        } catch (IOException e) {
            return new Delivery.Failed(post.isCancelled() ? tooLate() : trouble(e), null);
        } finally {
            limit.cancel(false);
        }
    }

    private String tooLate() {
        return "it has not answered within " + settings.delivery().answer();
    }

    private String trouble(IOException e) {
        if (e instanceof InterruptedIOException) {
            return tooLate();
        }
        if (e instanceof UnknownHostException) {
            return "its host is not known";
        }
        // neither the URL nor an address is in these names
        return e instanceof SSLException
                ? "no secure connection: " + e.getClass().getSimpleName()
                : "it can't be reached: " + e.getClass().getSimpleName();
    }

    private Delivery judge(ClassicHttpResponse answer, boolean withWords) {
        int status = answer.getCode();
        if (status >= OK && status < REDIRECT) {
            return new Delivery.Delivered(status);
        }
        String words = "it answers " + status + (withWords ? said(answer) : "");
        if (status == GONE) {
            return new Delivery.Gone(words);
        }
        if (status < BAD_REQUEST) {
            return new Delivery.Refused(
                    words + "; redirects are not followed: configure the address that they lead to");
        }
        return status >= SERVER_ERROR || LATER.contains(status)
                ? new Delivery.Failed(words, SAYS_WHEN.contains(status) ? after(answer) : null)
                : new Delivery.Refused(words);
    }

    /** The first words of the answer, if it has any. */
    private static String said(ClassicHttpResponse answer) {
        HttpEntity entity = answer.getEntity();
        if (entity == null) {
            return "";
        }
        try (InputStream content = entity.getContent()) {
            String text = new String(content.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            String words = Texts.cleaned(text).replaceAll("\\s+", " ").strip();
            return words.isEmpty() ? "" : ": " + words;
        } catch (IOException e) {
            return "";
        }
    }

    /** Seconds, or a date. */
    private @Nullable Duration after(ClassicHttpResponse answer) {
        Header header = answer.getFirstHeader(HttpHeaders.RETRY_AFTER);
        if (header == null || header.getValue() == null) {
            return null;
        }
        String value = header.getValue().strip();
        try {
            Duration asked = value.chars().allMatch(Character::isDigit)
                    ? Duration.ofSeconds(Long.parseLong(value))
                    : Duration.between(
                            clock.instant(), ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME));
            Duration longest = settings.delivery().longestPause();
            return asked.isNegative() ? Duration.ZERO : asked.compareTo(longest) < 0 ? asked : longest;
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        limits.shutdownNow();
        anywhere.close();
        checked.close();
    }
}

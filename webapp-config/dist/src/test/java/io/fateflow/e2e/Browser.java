package io.fateflow.e2e;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The machine's Chromium, without a window. It waits for what it is to click, and keeps pictures under {@code target}. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Path PICTURES = Path.of("target/screenshots");
    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final String RUN_AXE = "const done = arguments[arguments.length - 1];"
            + "const some = arguments[0].length ? {runOnly: arguments[0]} : {};"
            + "axe.run(document, {resultTypes: ['violations'], ...some}).then(found => done(found.violations"
            + ".filter(one => ['serious', 'critical'].includes(one.impact))"
            + ".map(one => one.id + ': ' + one.nodes.map(node => node.html.slice(0, 160)).slice(0, 3).join(' | '))))";

    private static final String NOWHERE = "about:blank";

    private final ChromeDriver driver;
    private String server = NOWHERE;
    private int clicks;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Opens it; where there is none, tests are skipped and say how to get one. */
    static Browser open() {
        Optional<File> chromium = program("chromium", "chromium-browser", "google-chrome");
        Optional<File> chromedriver = program("chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "no Chromium on this machine: apt-get install -y chromium chromium-driver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow());
        options.addArguments("--headless=new", "--no-sandbox", "--window-size=1280,900", "--lang=en-GB");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow())
                .usingAnyFreePort()
                .build();
        ChromeDriver driver = new ChromeDriver(service, options);
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return new Browser(driver);
    }

    /** Somebody else sits down at it, who looks at this server. */
    void begin(String url) {
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        driver.manage().logs().get(LogType.BROWSER);
        server = url;
        clicks = 0;
    }

    /** Leaves the server: no page asks it for anything any more. */
    void leave() {
        driver.get(NOWHERE);
    }

    private static Optional<File> program(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    void go(String path) {
        driver.get(server + path);
    }

    WebElement see(String css) {
        return new WebDriverWait(driver, PATIENCE, LOOK)
                .until(settled(ExpectedConditions.visibilityOfElementLocated(By.cssSelector(css))));
    }

    /** Whether such a text is there, now or soon. */
    WebElement read(String text) {
        return new WebDriverWait(driver, PATIENCE, LOOK)
                .until(settled(ExpectedConditions.visibilityOfElementLocated(
                        By.xpath("//*[not(self::script) and text()[contains(., \"" + text + "\")]]"))));
    }

    void click(String css) {
        click(By.cssSelector(css));
    }

    /** A button or a link by what is written on it. */
    void clickText(String text) {
        click(By.xpath("//*[self::a or self::button][contains(normalize-space(.), \"" + text + "\")]"));
    }

    private void click(By what) {
        new WebDriverWait(driver, PATIENCE, LOOK)
                .ignoring(StaleElementReferenceException.class)
                .ignoring(ElementClickInterceptedException.class)
                .until(open -> {
                    WebElement found = settled(ExpectedConditions.elementToBeClickable(what))
                            .apply(open);
                    if (found == null) {
                        return false;
                    }
                    found.click();
                    return true;
                });
        clicks++;
    }

    /** A page that the browser leaves while somebody looks at it has nothing yet. */
    private static <T> ExpectedCondition<@Nullable T> settled(ExpectedCondition<T> condition) {
        return open -> {
            try {
                return condition.apply(open);
            } catch (WebDriverException e) {
                if (String.valueOf(e.getMessage()).startsWith("aborted by navigation")) {
                    return null;
                }
                throw e;
            }
        };
    }

    void type(String css, String text) {
        WebElement field = see(css);
        field.clear();
        field.sendKeys(text);
    }

    /** Of a file field, which nobody sees. */
    void choose(String css, Path file) {
        driver.findElement(By.cssSelector(css)).sendKeys(file.toAbsolutePath().toString());
    }

    int clicks() {
        return clicks;
    }

    String address() {
        return driver.getCurrentUrl();
    }

    void await(String what, BooleanSupplier condition) {
        new WebDriverWait(driver, PATIENCE, LOOK).withMessage(what).until(open -> condition.getAsBoolean());
    }

    Object script(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    void theme(String theme) {
        driver.executeScript(
                "document.documentElement.dataset.theme = arguments[0];" + "dispatchEvent(new Event('themechange'))",
                theme);
    }

    /** Keeps a picture of what is there now. */
    void picture(String name) {
        try {
            Files.createDirectories(PICTURES);
            Files.write(PICTURES.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What axe-core takes for a serious hindrance on this page, for those who see or move less. */
    List<String> hindrances() {
        return axe(List.of());
    }

    /** The same, of what another theme changes: colours. */
    List<String> hindrancesOfColours() {
        return axe(List.of("color-contrast"));
    }

    @SuppressWarnings("unchecked") // what the script answers
    private List<String> axe(List<String> rules) {
        if (!Boolean.TRUE.equals(driver.executeScript("return typeof axe === 'object'"))) {
            driver.executeScript(axeItself());
        }
        return (List<String>) driver.executeAsyncScript(RUN_AXE, rules);
    }

    private static String axeItself() {
        try (InputStream axe = Browser.class.getResourceAsStream(AXE)) {
            return new String(axe.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing was blocked by the page's policy, and no script has failed. */
    void assertNoComplaints() {
        List<String> complaints = driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .filter(text -> text.contains("Content Security Policy") || text.contains("Uncaught"))
                .toList();
        assertThat(complaints).isEmpty();
    }

    /** How many bytes the page has loaded over the line. */
    long loaded() {
        return ((Number)
                        driver.executeScript(
                                "return performance.getEntriesByType('resource').concat("
                                        + "performance.getEntriesByType('navigation')).reduce((sum, one) => sum + one.transferSize, 0)"))
                .longValue();
    }

    @Override
    public void close() {
        driver.quit();
    }
}

package org.rowmark.report.write;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.UnexpectedAlertBehaviour;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * Hands the one {@link Browser} of all tests to those that ask for it. Where chromium or chromedriver is not installed
 * or does not start they are skipped, or fail if {@code rowmark.require} names {@code chromium}. Nothing is ever
 * downloaded.
 */
final class BrowserExtension implements ExecutionCondition, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(BrowserExtension.class);
    private static final String CHROMIUM = "chromium";
    private static final String DRIVER = "chromedriver";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> problem = problem(context);
        if (problem.isPresent() && isRequired()) {
            throw new AssertionError("required by rowmark.require: " + problem.get());
        }
        return problem.map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("there is a browser"));
    }

    private static Optional<String> problem(ExtensionContext context) {
        List<String> absent = Stream.of(CHROMIUM, DRIVER)
                .filter(program -> installed(program).isEmpty())
                .toList();
        return absent.isEmpty()
                ? start(context).refusal()
                : Optional.of(absent + " not installed: apt-get install chromium chromium-driver");
    }

    private static Start start(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE).computeIfAbsent(Start.class, key -> start(), Start.class);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return start(context).browser().orElseThrow().reset();
    }

    /** An attempt to start the browser, which fails for some users: without user namespaces it has no sandbox. */
    private record Start(Optional<Browser> browser, Optional<String> refusal) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            if (browser.isPresent()) {
                browser.get().close();
            }
        }
    }

    private static Start start() {
        Path chromium = installed(CHROMIUM).orElseThrow();
        Path driver = installed(DRIVER).orElseThrow();
        try {
            Path folder = Files.createTempDirectory("rowmark-browser");
            try {
                ChromeDriver session = new ChromeDriver(service(driver, folder), options(chromium, folder));
                return new Start(Optional.of(new Browser(session, folder, () -> delete(folder))), Optional.empty());
            } catch (SessionNotCreatedException e) {
                delete(folder);
                return new Start(Optional.empty(), Optional.of("chromium does not start: " + e.getRawMessage()));
            } catch (RuntimeException e) {
                delete(folder);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that the two write goes into the folder. */
    private static ChromeDriverService service(Path driver, Path folder) {
        String home = folder.toString();
        return new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.toFile())
                .usingAnyFreePort()
                .withEnvironment(Map.of(
                        "PATH",
                        System.getenv("PATH"),
                        "HOME",
                        home,
                        "TMPDIR",
                        home,
                        "XDG_CONFIG_HOME",
                        home,
                        "XDG_CACHE_HOME",
                        home))
                .build();
    }

    private static ChromeOptions options(Path chromium, Path folder) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.setUnhandledPromptBehaviour(UnexpectedAlertBehaviour.DISMISS);
        options.addArguments(
                "--headless",
                "--user-data-dir=" + folder.resolve("profile"),
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-quic",
                "--disable-sync",
                "--no-first-run");
        if (isRoot()) {
            // Chromium refuses its sandbox to root.
            options.addArguments("--no-sandbox");
        }
        return options;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static Optional<Path> installed(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean isRequired() {
        String required = System.getProperty("rowmark.require", "");
        return List.of(required.strip().split("\\s*,\\s*")).contains(CHROMIUM);
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException problem) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

package org.rowmark.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.rowmark.cli.console.TextTable;
import org.rowmark.link.KernelLink;
import org.rowmark.link.LinkSpec;
import org.rowmark.link.LinkTest;
import org.rowmark.util.Choice;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code link-test}, which measures links beside a direct connection. */
@Command(
        name = "link-test",
        header = "Measure simulated links beside a direct connection: is what is set what is there?",
        description = "Two processes exchange messages of 64 bytes, and one receives as much as it can, directly and"
                + " over the link in turns. Without --link, several round trips and bandwidths are measured.",
        footer = {
            "@|bold Examples|@",
            "  ./rowmark link-test",
            "  ./rowmark link-test --link ethernet-1g --link rtt=2ms",
            "  ./rowmark link-test --link bandwidth=100m --link-backend tbf"
        })
public final class LinkTestCommand implements Callable<Integer> {
    private static final List<String> USUAL = List.of(
            "loopback",
            "rtt=20us",
            "rtt=100us",
            "rtt=500us",
            "rtt=1ms",
            "rtt=10ms",
            "bandwidth=10m",
            "bandwidth=100m",
            "bandwidth=1g");

    /** The programs that a link is made of. */
    enum Backend implements Choice {
        RELAY,
        NETEM,
        TBF
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--link",
            paramLabel = "NAME|SPEC",
            description = "A link to measure: a preset (list links) or parts such as rtt=500us,bandwidth=1g."
                    + " May be repeated.")
    private List<String> links = new ArrayList<>();

    @Option(
            names = "--link-backend",
            paramLabel = "BACKEND",
            description = "relay (default), what runs use; or the kernel's netem or tbf in a network namespace, to"
                    + " compare: Linux and root only.")
    private String backend = Backend.RELAY.id();

    @Override
    public Integer call() throws IOException {
        Backend chosen = Choice.parse("--link-backend", backend, Backend.values());
        List<LinkSpec> specs = (links.isEmpty() ? usual(chosen) : links)
                .stream().map(text -> LinkSpec.parse("--link", text)).toList();
        TextTable table =
                new TextTable("LINK", "DIRECT p50", "LINK p50", "ADDED p50", "ADDED p99", "DIRECT", "LINK", "HELD");
        for (LinkSpec link : specs) {
            LinkTest.Result result = measure(chosen, link);
            table.add(
                    link.text(),
                    micros(result.direct().p50()),
                    micros(result.linked().p50()),
                    micros(result.addedP50()),
                    micros(result.addedP99()),
                    gigabits(result.direct().bitsPerSecond()),
                    gigabits(result.linked().bitsPerSecond()),
                    chosen == Backend.RELAY ? held(link, result) : "");
        }
        PrintWriter out = spec.commandLine().getOut();
        table.print(out);
        out.println();
        out.println("p50, p99: a round trip of 64 bytes. Added p99: how much later the link's 99th percentile is.");
        out.println("Held: at rtt=0 at most 30 µs added and 8 Gbit/s passed; a round trip within 5 % or 10 µs;"
                + " a bandwidth within 3 %.");
        out.flush();
        return ExitCode.OK;
    }

    private static List<String> usual(Backend backend) {
        return USUAL.stream()
                .filter(link -> backend != Backend.TBF || link.startsWith("bandwidth"))
                .toList();
    }

    private static LinkTest.Result measure(Backend backend, LinkSpec link) throws IOException {
        if (backend == Backend.RELAY) {
            return LinkTest.relay(link);
        }
        KernelLink kernel = new KernelLink(KernelLink.Kind.valueOf(backend.name()), link);
        Optional<String> missing = kernel.missing();
        if (missing.isPresent()) {
            throw new UsageException("--link-backend " + backend.id() + ": " + missing.get());
        }
        return LinkTest.kernel(kernel);
    }

    private static String held(LinkSpec link, LinkTest.Result result) {
        List<String> missed = LinkTest.missed(link, result);
        return missed.isEmpty() ? "yes" : "not the " + String.join(" and ", missed);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
    }

    private static String gigabits(OptionalDouble measured) {
        return measured.stream()
                .mapToObj(bits -> String.format(Locale.ROOT, bits < 1e9 ? "%.4f Gbit/s" : "%.3f Gbit/s", bits / 1e9))
                .findFirst()
                .orElse("too slow");
    }
}

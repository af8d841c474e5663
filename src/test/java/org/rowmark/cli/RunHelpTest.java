package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.rowmark.cli.option.OptionGroup;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of {@code run} in its help, and in docs/options.md, which {@code -Drowmark.golden=update} writes. */
class RunHelpTest {
    private static final Path PAGE = Path.of("../docs/options.md");
    private static final Pattern DEFAULT = Pattern.compile("Default: (.*)\\.$|([\\w.-]+) \\(default\\)");

    private static final Pattern REQUIRED = Pattern.compile("^With (--[^:]+): ");

    private static final String ABOUT = """
            # Options

            All options of `run`, and of `aa`, `prepare` and `clean`, by the groups of `./rowmark run --help-all`, which
            states what each does. A default is behind the colon.
            """;

    private final CommandSpec run =
            new CommandLine(new Rowmark()).getSubcommands().get("run").getCommandSpec();

    @Test
    void every_option_is_in_one_group() {
        List<String> grouped = OptionGroup.ALL.stream()
                .flatMap(group -> group.options().stream())
                .toList();
        assertThat(run.options())
                .filteredOn(option -> !option.hidden())
                .extracting(OptionSpec::longestName)
                .containsExactlyInAnyOrderElementsOf(grouped);
    }

    @Test
    void the_fifteen_options_that_most_people_need_come_first() {
        assertThat(OptionGroup.FIRST).hasSize(15);
        assertThat(usage("--help"))
                .containsSubsequence(OptionGroup.FIRST)
                .contains("./rowmark run --help-all")
                .doesNotContain("--pin-server");
    }

    @Test
    void all_options_are_listed_in_groups_on_request() {
        assertThat(usage("--help-all"))
                .containsSubsequence("What\n", "--target", "How long and how sure\n", "--rounds", "Load\n", "Data\n")
                .containsSubsequence("Servers and machine\n", "SQL of your own\n", "Report\n", "--verbose");
    }

    @Test
    void every_option_is_documented() throws IOException {
        StringBuilder page = new StringBuilder(ABOUT);
        for (OptionGroup group : OptionGroup.ALL) {
            page.append("\n## ").append(group.heading()).append("\n\n");
            group.options().stream().map(run::findOption).forEach(option -> page.append(line(option)));
        }
        if ("update".equals(System.getProperty("rowmark.golden"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualToNormalizingNewlines(page.toString());
    }

    private static String line(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String description = String.join(" ", option.description()).replace("%%", "%");
        Matcher stated = DEFAULT.matcher(description);
        String usual = !stated.find() ? "" : ": " + (stated.group(1) != null ? stated.group(1) : stated.group(2));
        Matcher required = REQUIRED.matcher(description);
        String other = required.find() ? ", with `" + required.group(1) + "`" : "";
        return "- `%s%s`%s%s\n".formatted(String.join("`, `", option.names()), value, other, usual);
    }

    private String usage(String option) {
        CommandLine commandLine = new CommandLine(new Rowmark()).setUsageHelpWidth(100);
        CommandLine command = commandLine.getSubcommands().get("run");
        commandLine.parseArgs("run", option);
        return command.getUsageMessage(CommandLine.Help.Ansi.OFF);
    }
}

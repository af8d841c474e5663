package org.rowmark.cli.option;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help on options of a command that has many: those that most people need first, or all of them in groups. */
final class GroupedHelp {
    private static final String ALL = "--help-all";

    private GroupedHelp() {}

    static void addTo(CommandSpec command) {
        command.addOption(OptionSpec.builder(ALL)
                .type(Boolean.class)
                .usageHelp(true)
                .description("Print all options, in groups.")
                .build());
        Map<String, IHelpSectionRenderer> sections = command.usageMessage().sectionMap();
        sections.put(
                UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
                help -> isOfAll(help) ? "" : help.optionListHeading());
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> isOfAll(help) ? groups(help) : first(help));
    }

    private static boolean isOfAll(Help help) {
        return Boolean.TRUE.equals(help.commandSpec().findOption(ALL).getValue());
    }

    private static String first(Help help) {
        return list(help, OptionGroup.FIRST)
                + help.createHeading(
                        "%nAll options, in groups: ./" + help.commandSpec().qualifiedName() + " " + ALL + "%n");
    }

    private static String groups(Help help) {
        StringBuilder text = new StringBuilder();
        for (OptionGroup group : OptionGroup.ALL) {
            text.append(help.createHeading("%n@|bold " + group.heading() + "|@%n"))
                    .append(list(help, group.options()));
        }
        return text.toString();
    }

    private static String list(Help help, List<String> names) {
        return help.optionListExcludingGroups(
                names.stream().map(help.commandSpec()::findOption).toList());
    }
}

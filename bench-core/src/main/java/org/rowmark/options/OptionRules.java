package org.rowmark.options;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The rules of which options go with which, and with which servers. */
public final class OptionRules {
    private static final List<Rule> RULES = List.of(
            requires(any(RunOption.MAX_ROUNDS), any(RunOption.PRECISION)),
            requires(any(RunOption.BUDGET), any(RunOption.PRECISION)),
            requires(any(RunOption.RATIO), any(RunOption.PRECISION)),
            requires(any(RunOption.SLICE), only(RunOption.ORDER, RoundOrder.TURNS::equals, "turns")),
            inStudy(requires(any(RunOption.SLICE), only(RunOption.ORDER, RoundOrder.TURNS::equals, "turns"))),
            requires(any(RunOption.ARRIVALS), any(RunOption.RATE), any(RunOption.FIND_MAX)),
            excludesOfUser(any(RunOption.ROUNDS), any(RunOption.PRECISION)),
            excludesOfUser(
                    any(RunOption.KEEP_SERVERS), only(RunOption.RESTART, kept -> kept != RestartPolicy.RUN, "round")),
            excludes(any(RunOption.PRECISION), only(RunOption.ORDER, RoundOrder.BRACKETED::equals, "bracketed")),
            excludes(
                    any(RunOption.PRECISION),
                    only(RunOption.PROTOCOL, choice -> choice.protocol().runs().isPresent(), "")),
            excludes(
                    only(RunOption.WARMUPS, Warmups::isAuto, "auto"),
                    only(RunOption.ORDER, RoundOrder.BRACKETED::equals, "bracketed")),
            needsServer(any(RunOption.PIN_SERVER), ServerKind.LOCAL, ServerKind.ARTIFACT));

    private OptionRules() {}

    private interface Rule {
        /** Returns what is wrong. */
        Optional<String> problem(RunOptions own, RunOptions study, List<Target> targets);
    }

    /** An option with some of its values, as the sentences name them. */
    private record Given<T>(RunOption<T> option, Predicate<T> values, String name) {
        Optional<String> in(RunOptions own, RunOptions study) {
            return own.or(study, option).filter(values).map(value -> String.join(" ", option.words(value)));
        }
    }

    private static <T> Given<T> any(RunOption<T> option) {
        return new Given<>(option, value -> true, option.name());
    }

    private static <T> Given<T> only(RunOption<T> option, Predicate<T> values, String named) {
        return new Given<>(option, values, option.name() + " " + named);
    }

    /** Requires one of the others, of the user or of the study, where the user gives an option. */
    private static Rule requires(Given<?> option, Given<?>... others) {
        return (own, study, targets) ->
                Stream.of(others).anyMatch(other -> other.in(own, study).isPresent())
                        ? Optional.empty()
                        : option.in(own, RunOptions.NONE).map(words -> words + ": goes with " + others[0].name());
    }

    /** Applies a rule to what a study sets. */
    private static Rule inStudy(Rule rule) {
        return (own, study, targets) -> rule.problem(study, RunOptions.NONE, targets);
    }

    private static Rule excludes(Given<?> option, Given<?> other) {
        return (own, study, targets) -> option.in(own, study)
                .flatMap(words -> other.in(own, study)
                        .map(excluded -> words + ": excludes " + excluded + "; leave one of them out"));
    }

    /** Excludes another option of the user's; that of a study is replaced. */
    private static Rule excludesOfUser(Given<?> option, Given<?> other) {
        return (own, study, targets) -> excludes(option, other).problem(own, RunOptions.NONE, targets);
    }

    private static Rule needsServer(Given<?> option, ServerKind... kinds) {
        List<ServerKind> accepted = Arrays.asList(kinds);
        String names = accepted.stream().map(ServerKind::id).collect(Collectors.joining(" or "));
        return (own, study, targets) -> option.in(own, study)
                .flatMap(words -> targets.stream()
                        .filter(target -> !accepted.contains(target.server()))
                        .findFirst()
                        .map(target -> words + ": needs a server of kind " + names + ", and that of target '"
                                + target.name() + "' is " + target.server().id() + "; leave one of them out"));
    }

    /**
     * Checks the options of a user, completed by those of a study.
     *
     * @throws UsageException naming an option, its value and what it does not go with
     */
    public static void check(RunOptions own, RunOptions study, List<Target> targets) {
        RULES.stream()
                .flatMap(rule -> rule.problem(own, withoutReplaced(own, study), targets).stream())
                .findFirst()
                .ifPresent(problem -> {
                    throw new UsageException(problem);
                });
    }

    /** Returns the options of a study without a precision where the user chooses the number of rounds in another way. */
    public static RunOptions withoutReplaced(RunOptions own, RunOptions study) {
        boolean isReplaced = own.get(RunOption.ROUNDS).isPresent()
                || own.get(RunOption.PROTOCOL)
                        .filter(choice -> choice.protocol().runs().isPresent())
                        .isPresent()
                || own.get(RunOption.ORDER).equals(Optional.of(RoundOrder.BRACKETED));
        return isReplaced ? study.without(RunOption.PRECISION) : study;
    }
}

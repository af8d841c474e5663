package org.rowmark.options;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The rules of which options go with which, and with which targets and workloads; one form of sentence for each kind. */
public final class OptionRules {
    private static final List<Requirement> REQUIREMENTS = List.of(
            requires(any(RunOption.MAX_ROUNDS), any(RunOption.PRECISION), any(RunOption.BUDGET)),
            requires(any(RunOption.RATIO), any(RunOption.PRECISION), any(RunOption.BUDGET)),
            requires(any(RunOption.SLICE), order(RoundOrder.TURNS)),
            requires(any(RunOption.ARRIVALS), any(RunOption.RATE), any(RunOption.FIND_MAX)),
            requires(only(RunOption.RATE, Rates::areOfMax, "0.8max"), any(RunOption.FIND_MAX)),
            requires(any(RunOption.LISTEN), any(RunOption.CLIENTS)),
            requires(any(RunOption.OVERLAP), any(RunOption.CLIENTS)),
            requires(any(RunOption.DATA_FACTOR), any(RunOption.MEMORY)),
            requires(any(RunOption.SAME_RESULT), any(RunOption.SQL)),
            requires(any(RunOption.SQL_PARAMS), any(RunOption.SQL)),
            requires(any(RunOption.SQL_SETUP), any(RunOption.SQL)),
            requires(any(RunOption.SQL_TEARDOWN), any(RunOption.SQL_SETUP)),
            requires(any(RunOption.SQL_WRITES), any(RunOption.SQL)));

    private static final Given<ProtocolChoice> FIXED_PROTOCOL =
            only(RunOption.PROTOCOL, choice -> choice.protocol().runs().isPresent(), "");

    private static final List<Rule> RULES = List.of(
            ofUser(excludes(any(RunOption.ROUNDS), any(RunOption.PRECISION))),
            ofUser(excludes(any(RunOption.ROUNDS), any(RunOption.BUDGET))),
            excludes(any(RunOption.PRECISION), order(RoundOrder.BRACKETED)),
            excludes(any(RunOption.BUDGET), order(RoundOrder.BRACKETED)),
            excludes(any(RunOption.PRECISION), FIXED_PROTOCOL),
            excludes(any(RunOption.BUDGET), FIXED_PROTOCOL),
            excludes(any(RunOption.BUDGET), any(RunOption.RATE)),
            excludes(any(RunOption.BUDGET), any(RunOption.FIND_MAX)),
            excludes(only(RunOption.WARMUPS, Warmups::isAuto, "auto"), order(RoundOrder.BRACKETED)),
            excludes(any(RunOption.RATE), order(RoundOrder.TURNS)),
            excludes(any(RunOption.FIND_MAX), order(RoundOrder.TURNS)),
            excludes(any(RunOption.CLIENTS), order(RoundOrder.TURNS)),
            excludes(
                    any(RunOption.LISTEN),
                    only(RunOption.CLIENTS, clients -> clients.file().isPresent(), "FILE")),
            excludedByAa(order(RoundOrder.BRACKETED)),
            excludedByAa(order(RoundOrder.SEQUENTIAL)),
            excludedByAa(any(RunOption.PROTOCOL)),
            excludedByAa(any(RunOption.MEMORY)),
            excludedByAa(only(RunOption.VARY, vary -> !vary.names().isEmpty(), "")),
            excludedByAa(only(RunOption.LINK, link -> link.varies(), "")),
            needsServer(any(RunOption.PIN_SERVER), ServerKind.LOCAL, ServerKind.ARTIFACT),
            needsServer(
                    any(RunOption.CLIENTS),
                    ServerKind.EXTERNAL,
                    ServerKind.LOCAL,
                    ServerKind.ARTIFACT,
                    ServerKind.CONTAINER),
            needsTargets(any(RunOption.PRECISION), Integer.MAX_VALUE),
            unless(any(RunOption.SQL), needsTargets(any(RunOption.BUDGET), Integer.MAX_VALUE)),
            needsTargets(order(RoundOrder.BRACKETED), Integer.MAX_VALUE),
            needsTargets(order(RoundOrder.TURNS), 8), // each is a JVM and maybe a server, all up at the same time
            needsThreads(any(RunOption.CLIENTS)),
            needsThreads(only(RunOption.THREADS, threads -> threads > 1, "N")));

    private OptionRules() {}

    /** What the rules are about. */
    private record Facts(RunOptions own, RunOptions study, List<Target> targets, Optional<String> ofOneThread) {}

    @FunctionalInterface
    private interface Rule {
        /** Returns what is wrong. */
        Optional<String> problem(Facts facts);
    }

    /** An option with some of its values, as the sentences name them. */
    private record Given<T>(RunOption<T> option, Predicate<T> values, String name) {
        Optional<String> in(RunOptions own, RunOptions study) {
            return own.or(study, option).filter(values).map(value -> String.join(" ", option.words(value)));
        }

        Optional<String> in(Facts facts) {
            return in(facts.own, facts.study);
        }
    }

    /** Requires one of the others, of the user or of the study, where the user gives an option. */
    private record Requirement(Given<?> option, List<Given<?>> others) implements Rule {
        @Override
        public Optional<String> problem(Facts facts) {
            return others.stream().anyMatch(other -> other.in(facts).isPresent())
                    ? Optional.empty()
                    : option.in(facts.own, RunOptions.NONE).map(words -> words + ": goes with " + others.get(0).name);
        }
    }

    private static <T> Given<T> any(RunOption<T> option) {
        return new Given<>(option, value -> true, option.name());
    }

    private static <T> Given<T> only(RunOption<T> option, Predicate<T> values, String named) {
        return new Given<>(option, values, option.name() + " " + named);
    }

    private static Given<RoundOrder> order(RoundOrder order) {
        return only(RunOption.ORDER, order::equals, order.id());
    }

    private static Requirement requires(Given<?> option, Given<?>... others) {
        return new Requirement(option, List.of(others));
    }

    private static Rule excludes(Given<?> option, Given<?> other) {
        return facts -> option.in(facts)
                .flatMap(words ->
                        other.in(facts).map(excluded -> words + ": excludes " + excluded + "; leave one of them out"));
    }

    /** Applies a rule to the user's options alone: those of a study are replaced. */
    private static Rule ofUser(Rule rule) {
        return facts -> rule.problem(new Facts(facts.own, RunOptions.NONE, facts.targets, facts.ofOneThread));
    }

    /** Excludes what a target that is measured against itself cannot have. */
    private static Rule excludedByAa(Given<?> option) {
        return facts -> option.in(facts.own, RunOptions.NONE)
                .filter(words -> facts.own.isAa())
                .map(words -> "aa: excludes " + words + "; a target is measured against itself");
    }

    private static Rule needsServer(Given<?> option, ServerKind... kinds) {
        List<ServerKind> accepted = List.of(kinds);
        String names = accepted.stream().map(ServerKind::id).collect(Collectors.joining(" or "));
        return facts -> option.in(facts)
                .flatMap(words -> facts.targets.stream()
                        .filter(target -> !accepted.contains(target.server()))
                        .findFirst()
                        .map(target -> words + ": needs a server of kind " + names + ", and that of target '"
                                + target.name() + "' is " + target.server().id() + "; leave one of them out"));
    }

    private static Rule unless(Given<?> option, Rule rule) {
        return facts -> option.in(facts).isPresent() ? Optional.empty() : rule.problem(facts);
    }

    private static Rule needsTargets(Given<?> option, int most) {
        return facts -> option.in(facts)
                .filter(words -> facts.targets.size() < 2 || facts.targets.size() > most)
                .map(words -> words + ": give two targets or more"
                        + (facts.targets.size() < 2 ? "" : ", and " + most + " at most"));
    }

    private static Rule needsThreads(Given<?> option) {
        return facts -> option.in(facts)
                .flatMap(words -> facts.ofOneThread.map(
                        workload -> words + ": " + workload + " is one operation of one thread; leave it out"));
    }

    /**
     * Checks the options of a user, completed by those of a study.
     *
     * @param ofOneThread the name of a workload that is one operation of one thread
     * @throws UsageException naming an option, its value and what it does not go with
     */
    public static void check(RunOptions own, RunOptions study, List<Target> targets, Optional<String> ofOneThread) {
        Facts facts = new Facts(own, withoutReplaced(own, study), targets, ofOneThread);
        Facts ofStudy = new Facts(study, RunOptions.NONE, targets, ofOneThread);
        Stream.of(
                        REQUIREMENTS.stream().map(rule -> rule.problem(facts)),
                        REQUIREMENTS.stream().map(rule -> rule.problem(ofStudy)),
                        RULES.stream().map(rule -> rule.problem(facts)))
                .flatMap(problems -> problems)
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(problem -> {
                    throw new UsageException(problem);
                });
    }

    /** Returns the option that another one goes with, as the help names it; empty if it goes alone. */
    static Optional<String> required(RunOption<?> option) {
        return REQUIREMENTS.stream()
                .filter(rule -> rule.option.name.equals(option.name()))
                .map(rule -> rule.others.get(0).name)
                .findFirst();
    }

    /** Returns the options of a study without a goal where the user chooses the number of rounds in another way. */
    public static RunOptions withoutReplaced(RunOptions own, RunOptions study) {
        boolean isReplaced = own.get(RunOption.ROUNDS).isPresent()
                || own.get(RunOption.PROTOCOL)
                        .filter(choice -> choice.protocol().runs().isPresent())
                        .isPresent()
                || own.get(RunOption.ORDER).equals(Optional.of(RoundOrder.BRACKETED));
        return isReplaced
                ? study.without(RunOption.PRECISION).without(RunOption.BUDGET).without(RunOption.RATIO)
                : study;
    }
}

package org.rowmark.options;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.db.MemorySetting;
import org.rowmark.result.RoundOrder;
import org.rowmark.targets.JdbcUrl;
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
            requires(any(RunOption.MIX), any(RunOption.SQL)),
            requires(only(RunOption.SQL, SqlFiles::areWeighted, "FILE@WEIGHT"), any(RunOption.MIX)),
            requires(any(RunOption.SQL_PARAM), any(RunOption.SQL)),
            requires(any(RunOption.SQL_PARAMS), any(RunOption.SQL)),
            requires(any(RunOption.SQL_SETUP), any(RunOption.SQL)),
            requires(any(RunOption.SQL_TEARDOWN), any(RunOption.SQL_SETUP)),
            requires(any(RunOption.SQL_WRITES), any(RunOption.SQL)),
            requires(any(RunOption.SAME_RESULT).with(any(RunOption.SQL_WRITES)), any(RunOption.SQL_SETUP)));

    private static final String JMH = "excludes JMH's option %s; leave one of them out";
    private static final String FIXED_WORK = "%s is measured in fixed work, which has no rate";
    private static final String SHOTS = "%s is measured in single shots; leave it out";
    private static final String NO_MEAN =
            "%s is measured in single shots or fixed work, whose number is given; use --rounds";
    private static final String ONE_THREAD = "%s is one operation of one thread; leave it out";

    private static final Given FIXED_PROTOCOL =
            only(RunOption.PROTOCOL, choice -> choice.protocol().runs().isPresent(), "");

    private static final List<Rule> RULES = List.of(
            excludesOfUser(any(RunOption.ROUNDS), any(RunOption.PRECISION)),
            excludesOfUser(any(RunOption.ROUNDS), any(RunOption.BUDGET)),
            excludes(any(RunOption.PRECISION), order(RoundOrder.BRACKETED)),
            excludes(any(RunOption.BUDGET), order(RoundOrder.BRACKETED)),
            excludes(any(RunOption.PRECISION), FIXED_PROTOCOL),
            excludes(any(RunOption.BUDGET), FIXED_PROTOCOL),
            excludes(any(RunOption.BUDGET), any(RunOption.RATE)),
            excludes(any(RunOption.BUDGET), any(RunOption.FIND_MAX)),
            excludes(only(RunOption.WARMUPS, Warmups::isAuto, "auto"), order(RoundOrder.BRACKETED)),
            excludes(any(RunOption.MIX), any(RunOption.SAME_RESULT)),
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
            rule(order(RoundOrder.TURNS), OptionRules::oneServer),
            refuses(any(RunOption.RATE), Measured::jmh, JMH),
            refuses(any(RunOption.FIND_MAX), Measured::jmh, JMH),
            refuses(any(RunOption.RATE), Measured::ofFixedWork, FIXED_WORK),
            refuses(any(RunOption.FIND_MAX), Measured::ofFixedWork, FIXED_WORK),
            refuses(only(RunOption.WARMUPS, Warmups::isAuto, "auto"), Measured::inShots, SHOTS),
            refuses(order(RoundOrder.TURNS), Measured::inShotsOnly, SHOTS),
            refuses(any(RunOption.PRECISION), Measured::shots, NO_MEAN),
            refuses(any(RunOption.BUDGET), Measured::shots, NO_MEAN),
            needsMemory(any(RunOption.CGROUP)),
            refuses(any(RunOption.CLIENTS), Measured::ofOneThread, ONE_THREAD),
            refuses(only(RunOption.THREADS, threads -> threads.most() > 1, "N"), Measured::ofOneThread, ONE_THREAD));

    private OptionRules() {}

    /**
     * What a run measures, as far as it excludes options.
     *
     * @param ofOneThread the name of a workload that is one operation of one thread
     * @param ofFixedWork the name of a cell whose workload takes rates and whose values fix its work
     * @param inShots the name of a workload whose mode is single shots
     * @param inShotsOnly the name of a workload where nothing is measured but single shots and fixed work
     * @param shots the name of a workload of which something is measured in single shots or fixed work
     * @param jmh one of JMH's own options that has no meaning at a rate
     */
    public record Measured(
            List<Target> targets,
            Optional<String> ofOneThread,
            Optional<String> ofFixedWork,
            Optional<String> inShots,
            Optional<String> inShotsOnly,
            Optional<String> shots,
            Optional<String> jmh) {}

    private record Facts(RunOptions own, RunOptions study, Measured measured) {}

    @FunctionalInterface
    private interface Rule {
        /** Returns what is wrong. */
        Optional<String> problem(Facts facts);
    }

    /**
     * An option with some of its values.
     *
     * @param name in sentences
     * @param words of the option and its value, where the user or the study has set such a value
     */
    private record Given(String name, BiFunction<RunOptions, RunOptions, Optional<String>> words) {
        Optional<String> in(Facts facts) {
            return words.apply(facts.own, facts.study);
        }

        Optional<String> ofUser(Facts facts) {
            return words.apply(facts.own, RunOptions.NONE);
        }

        Given with(Given other) {
            return new Given(
                    name,
                    (own, study) -> words.apply(own, study)
                            .flatMap(first -> other.words.apply(own, study).map(second -> first + " " + second)));
        }
    }

    /** Requires one of the others, of the user or of the study, where the user gives an option. */
    private record Requirement(Given option, List<Given> others) implements Rule {
        @Override
        public Optional<String> problem(Facts facts) {
            return others.stream().anyMatch(other -> other.in(facts).isPresent())
                    ? Optional.empty()
                    : option.ofUser(facts).map(words -> words + ": goes with " + others.get(0).name);
        }
    }

    private static Given any(RunOption<?> option) {
        return only(option, value -> true, "");
    }

    private static <T> Given only(RunOption<T> option, Predicate<T> values, String named) {
        return new Given(
                (option.name() + " " + named).strip(),
                (own, study) ->
                        own.or(study, option).filter(values).map(value -> String.join(" ", option.words(value))));
    }

    private static Given order(RoundOrder order) {
        return only(RunOption.ORDER, order::equals, order.id());
    }

    private static Requirement requires(Given option, Given... others) {
        return new Requirement(option, List.of(others));
    }

    private static Rule excludes(Given option, Given other) {
        return facts -> option.in(facts)
                .flatMap(words ->
                        other.in(facts).map(excluded -> words + ": excludes " + excluded + "; leave one of them out"));
    }

    /** Excludes options of the user alone: those of a study are replaced. */
    private static Rule excludesOfUser(Given option, Given other) {
        Rule rule = excludes(option, other);
        return facts -> rule.problem(new Facts(facts.own, RunOptions.NONE, facts.measured));
    }

    /** Excludes what a target that is measured against itself cannot have. */
    private static Rule excludedByAa(Given option) {
        return facts -> option.ofUser(facts)
                .filter(words -> facts.own.isAa())
                .map(words -> "aa: excludes " + words + "; a target is measured against itself");
    }

    /** Adds what is wrong with an option to its words. */
    private static Rule rule(Given option, Function<Measured, Optional<String>> problem) {
        return facts ->
                option.in(facts).flatMap(words -> problem.apply(facts.measured).map(text -> words + ": " + text));
    }

    /** @param why a sentence with %s for what was found */
    private static Rule refuses(Given option, Function<Measured, Optional<String>> found, String why) {
        return rule(option, measured -> found.apply(measured).map(why::formatted));
    }

    private static Rule needsServer(Given option, ServerKind... kinds) {
        List<ServerKind> accepted = List.of(kinds);
        String names = accepted.stream().map(ServerKind::id).collect(Collectors.joining(" or "));
        return rule(
                option,
                measured -> measured.targets.stream()
                        .filter(target -> !accepted.contains(target.server()))
                        .findFirst()
                        .map(target -> "needs a server of kind " + names + ", and that of target '" + target.name()
                                + "' is " + target.server().id() + "; leave one of them out"));
    }

    private static Rule unless(Given option, Rule rule) {
        return facts -> option.in(facts).isPresent() ? Optional.empty() : rule.problem(facts);
    }

    private static Rule needsTargets(Given option, int most) {
        return rule(
                option,
                measured -> Optional.of(measured.targets.size())
                        .filter(targets -> targets < 2 || targets > most)
                        .map(targets ->
                                "give two targets or more" + (targets < 2 ? "" : ", and " + most + " at most")));
    }

    /** Returns the targets that are one server and differ in its settings. */
    private static Optional<String> oneServer(Measured measured) {
        return measured.targets.stream()
                .flatMap(target -> measured.targets.stream()
                        .filter(other -> target.server() == ServerKind.EXTERNAL
                                && place(target).equals(place(other))
                                && !target.settings().equals(other.settings()))
                        .map(other -> target.name() + " and " + other.name()
                                + " are one server with different settings, which cannot be set at the same time; use"
                                + " --order interleaved"))
                .findFirst();
    }

    private static Optional<String> place(Target target) {
        return target.url().map(url -> new JdbcUrl(url).withoutProperties());
    }

    private static Rule needsMemory(Given option) {
        return rule(
                option,
                measured -> Optional.of("goes with " + RunOption.MEMORY.name() + " or --vary memory=SIZE")
                        .filter(text -> measured.targets.stream()
                                .allMatch(target -> MemorySetting.bytes(target).isEmpty())));
    }

    /**
     * Checks the options of a user, completed by those of a study.
     *
     * @throws UsageException naming an option, its value and what it does not go with
     */
    public static void check(RunOptions own, RunOptions study, Measured measured) {
        Facts facts = new Facts(own, withoutReplaced(own, study), measured);
        Facts ofStudy = new Facts(study, RunOptions.NONE, measured);
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

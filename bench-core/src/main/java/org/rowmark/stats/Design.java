package org.rowmark.stats;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The design of a comparison: how its replicates were measured. It accompanies the numbers because the interval depends
 * on it: no test can correct the order in which things were measured, or count one server start as ten.
 *
 * @param looks those at one of which the run ended, by its results; empty where the replicates were fixed
 */
public record Design(Order order, Unit unit, Optional<Looks> looks) {
    /** Creates the design of a number of replicates that was fixed. */
    public Design(Order order, Unit unit) {
        this(order, unit, Optional.empty());
    }

    /** The order in which two configurations were measured. */
    public enum Order {
        /** Both in every round, in changing order. */
        INTERLEAVED("interleaved", true),
        /**
         * Both in every round, one of them always first: in step with a checkpoint every other slot this misleads. It
         * does so too where the order was drawn, and of five rounds one in sixteen draws it.
         */
        FIXED_ORDER("always in the same order: periodic work in the background is not ruled out", false),
        /** One before and after the other: see {@link BracketedControl}. */
        BRACKETED("not interleaved, control measured again at the end", false),
        /** One after the other, or at different times: drift looks like a difference. */
        APART("not interleaved: drift is not ruled out", false);

        private final String words;
        private final boolean sound;

        Order(String words, boolean sound) {
            this.words = words;
            this.sound = sound;
        }

        /** Returns the text of a badge. */
        public String words() {
            return words;
        }

        /** Returns whether the order by itself protects from drift and periodic work. */
        public boolean isSound() {
            return sound;
        }

        /**
         * Returns the order according to the clock.
         *
         * @return interleaved or fixed order if no common round began before the previous one ended
         */
        public static Order of(Map<Integer, Instant> startsOfA, Map<Integer, Instant> startsOfB) {
            Instant last = Instant.MIN;
            int rounds = 0;
            int firstIsA = 0;
            for (Map.Entry<Integer, Instant> a : new TreeMap<>(startsOfA).entrySet()) {
                Instant b = startsOfB.get(a.getKey());
                if (b == null) {
                    continue;
                }
                boolean isAFirst = a.getValue().isBefore(b);
                if ((isAFirst ? a.getValue() : b).isBefore(last)) {
                    return APART;
                }
                last = isAFirst ? b : a.getValue();
                rounds++;
                firstIsA += isAFirst ? 1 : 0;
            }
            if (rounds == 0) {
                return APART;
            }
            return firstIsA == 0 || firstIsA == rounds ? FIXED_ORDER : INTERLEAVED;
        }
    }

    /** The unit of replication, the weakest first: the highest level at which the configuration was applied anew. */
    public enum Unit {
        /** Forks that shared the only start of their server. */
        FORK_IN_ONE_START("fork", "one start"),
        FORK("fork", ""),
        SERVER_START("server start", "");

        private final String words;
        private final String cap;

        Unit(String words, String cap) {
            this.words = words;
            this.cap = cap;
        }

        /** Returns the name of one replicate. */
        public String words() {
            return words;
        }

        /** Returns the text that must follow a verdict, empty if none. */
        public String cap() {
            return cap;
        }

        /**
         * @param starts how often the server was started for each configuration; 0 if Rowmark does not start it
         */
        public static Unit of(int starts, int replicates) {
            if (starts > 1 && starts < replicates) {
                throw new IllegalArgumentException(replicates + " replicates of " + starts
                        + " server starts: average the rounds of each start first");
            }
            if (starts == 0) {
                return FORK;
            }
            return starts == 1 && replicates > 1 ? FORK_IN_ONE_START : SERVER_START;
        }
    }

    /** Returns the design of a run that would go on until after so many replicates. */
    Design reaching(int n) {
        return new Design(order, unit, looks.map(at -> at.reaching(n)));
    }

    /** Returns the level of the t interval of so many replicates that is a 95 % interval in this design. */
    public double level(int n) {
        return looks.map(at -> at.level(StudentT.ALPHA, n)).orElse(StudentT.ALPHA);
    }

    /** Returns the p that holds in this design, from that of the t test of so many replicates. */
    double p(double ofTest, int n) {
        return looks.map(at -> at.p(ofTest, n)).orElse(ofTest);
    }

    /** Returns the badges that a report always shows, none for a sound design. */
    public List<String> badges() {
        List<String> badges = new ArrayList<>();
        if (!order.isSound()) {
            badges.add(order.words());
        }
        if (unit == Unit.FORK_IN_ONE_START) {
            badges.add("each configuration was started once: the interval covers the noise within that start only");
        }
        return badges;
    }

    /** Returns one value per server start, where several rounds shared one: the mean of its rounds. */
    public static Map<Integer, Double> perStart(Map<Integer, Double> byRound, Map<Integer, Integer> startOfRound) {
        return byRound.entrySet().stream()
                .collect(Collectors.groupingBy(
                        round -> startOfRound.get(round.getKey()),
                        TreeMap::new,
                        Collectors.averagingDouble(Map.Entry::getValue)));
    }
}

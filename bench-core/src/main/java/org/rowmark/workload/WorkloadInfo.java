package org.rowmark.workload;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;

/**
 * The description of a workload class: what it measures and what it needs. Classes that it names have public constructors
 * without parameters.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WorkloadInfo {
    /** One operation, as a phrase: "one row inserted by one statement". */
    String value();

    /** What a reader of its numbers must know, as a phrase that every report has beside them. */
    String caveat() default "";

    /** What a reader of its numbers must know, where it depends on parameter values and threads; at most one. */
    Class<? extends LoadCaveat>[] loadCaveat() default {};

    /** Returns whether its numbers are a floor of others and no answer: a report shows them and has them in no mean. */
    boolean reference() default false;

    /**
     * Returns whether it measures how rows cross to the client: its numbers are no answer where a database in the
     * measuring process returns references to them.
     */
    boolean rowsCross() default false;

    /** Features without which the workload is skipped. */
    Feature[] requires() default {};

    /** Further conditions, where they depend on parameter values. */
    Class<? extends Precondition>[] onlyIf() default {};

    /** Options of a run that it takes, without their dashes: {@code scale}, {@code backup}. */
    String[] options() default {};

    /** Size of its data, where a parameter sets it; at most one. */
    Class<? extends DataSize>[] dataSize() default {};

    /** Returns whether it changes nothing in the database, not even by tables of its own. */
    boolean onlyReads() default false;

    /** Returns whether its operations commit changes, so that what a commit waits for decides its numbers. */
    boolean commits() default false;

    /**
     * Names of tables, routines, schemas and databases that it makes in a target's database: {@code {rows}} stands for the
     * value of a parameter, {@code *} for any ending. A name with a parameter that is not given is of no table.
     */
    String[] makes() default {};

    /** Returns whether one thread does it and more than one cannot, so that {@code --threads} is refused. */
    boolean oneThread() default false;

    /** Work of an iteration, where parameter values fix it; at most one. */
    Class<? extends FixedWork>[] fixedWork() default {};

    /** Preparation of what its forks need beyond tables that they load themselves. */
    Class<? extends WorkloadPreparation> preparation() default WorkloadPreparation.None.class;

    /** What a reader of a workload's numbers must know because of its parameters and threads. */
    interface LoadCaveat {
        /** Returns it as a phrase, empty if there is nothing; threads are those of all clients. */
        Optional<String> of(Map<String, String> parameters, int threads);
    }

    /** A condition on parameter values, checked before anything is started. */
    interface Precondition {
        /**
         * Returns why the workload cannot run, in one line; empty if it can.
         *
         * @param features what the target can do
         * @param parameters values by field name, all of which the workload accepts
         */
        Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters);
    }

    /** Work that an iteration does as a single shot of many invocations, in the time that it takes. */
    interface FixedWork {
        /** The work of one iteration, which is one operation of the score: so many invocations by each thread. */
        record Amount(int invocations, String operation) {}

        /**
         * Returns the work; empty if a time ends an iteration.
         *
         * @param parameters values by field name, but for unnamed parameters that have their defaults
         */
        Optional<Amount> amount(Map<String, String> parameters);
    }

    /** The size of a workload's data, which grows evenly with one of its parameters, a whole number. */
    interface DataSize {
        String parameter();

        /** Returns the approximate bytes on a typical server, with indexes, for parameter values by field name. */
        long bytes(Map<String, String> values);

        /** Returns the approximate bytes of a server's files with such data, logs among them. */
        default long diskBytes(Map<String, String> values) {
            return bytes(values);
        }

        /** Returns the least value of the parameter with so many bytes, beside those values of others. */
        default String least(double bytes, Map<String, String> others) {
            long one = bytesWith(1, others);
            double more = Math.ceil((bytes - one) / (bytesWith(2, others) - one));
            return Long.toString(1 + (long) Math.max(0, more));
        }

        private long bytesWith(int units, Map<String, String> others) {
            Map<String, String> values = new LinkedHashMap<>(others);
            values.put(parameter(), Integer.toString(units));
            return bytes(values);
        }
    }
}

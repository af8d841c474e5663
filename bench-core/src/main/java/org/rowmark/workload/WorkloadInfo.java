package org.rowmark.workload;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.rowmark.db.Feature;

/**
 * The description of a workload class: what it measures and what it needs. The workload's name is the class's in lower
 * case with dashes: {@code InsertBatch} is {@code insert-batch}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WorkloadInfo {
    /** One operation, as a phrase: "one row inserted by one statement". */
    String value();

    /** What a reader of its numbers must know, as a phrase that every report has beside them. */
    String caveat() default "";

    /** Returns whether its numbers are a floor of others and no answer: a report shows them and has them in no mean. */
    boolean reference() default false;

    /**
     * Returns whether it measures how rows cross to the client: they do not where a database in the measuring process
     * returns references to them, and the numbers are no answer there.
     */
    boolean rowsCross() default false;

    /** Features without which the workload is skipped. */
    Feature[] requires() default {};

    /** Options of a run that it takes, without their dashes: {@code scale}, {@code backup}. */
    String[] options() default {};

    /** Size of its data, where a parameter sets it. */
    Class<? extends DataSize> dataSize() default DataSize.None.class;

    /** Returns whether it changes nothing in the database, not even by tables of its own. */
    boolean onlyReads() default false;

    /** Returns whether its operations commit changes, so that what a commit waits for decides its numbers. */
    boolean commits() default false;

    /**
     * Names of tables, routines, schemas and databases that it makes in a target's database: {@code {rows}} stands for the
     * value of a parameter, {@code *} for any ending.
     */
    String[] makes() default {};

    /** Returns whether one thread does it and more than one cannot, so that {@code --threads} is refused. */
    boolean oneThread() default false;

    /** What a reader of its numbers must know, where it depends on parameter values and threads. */
    Class<? extends LoadCaveat> loadCaveat() default LoadCaveat.None.class;

    /** Further conditions, where they depend on parameter values. */
    Class<? extends Precondition>[] onlyIf() default {};

    /** Work of an iteration, where parameter values fix it. */
    Class<? extends FixedWork> fixedWork() default FixedWork.None.class;

    /** Preparation of what its forks need beyond tables that they load themselves. */
    Class<? extends WorkloadPreparation> preparation() default WorkloadPreparation.None.class;
}

package org.rowmark.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of a workload's {@code @Param} field which values it takes beside those it lists. {@link Parameters} checks it
 * before anything is started, and again in the fork.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Accepts {
    /** A whole number that an int holds and that is not zero. */
    String POSITIVE = "[1-9][0-9]{0,8}";

    /** {@link #POSITIVE} in words. */
    String A_POSITIVE_NUMBER = "a whole number from 1 to 999999999";

    /** Regular expression that the whole value matches. */
    String value() default POSITIVE;

    /** The same in words, as the end of "give …". */
    String words() default A_POSITIVE_NUMBER;
}

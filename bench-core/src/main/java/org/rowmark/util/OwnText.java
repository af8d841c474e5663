package org.rowmark.util;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record, or a component of one, whose texts are names, choices and units of Rowmark or of its user, and not what a
 * driver, a server or a program has written. {@link ScrubbedJson} keeps a name that is also somebody's password.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface OwnText {}

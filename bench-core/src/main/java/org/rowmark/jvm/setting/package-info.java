/** The JVM that measures, as a target or a run chooses it. */
package org.rowmark.jvm.setting;

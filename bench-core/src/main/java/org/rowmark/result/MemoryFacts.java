package org.rowmark.result;

/** The names of facts of a target whose server's memory is set. */
public final class MemoryFacts {
    /** The setting of any target that is its server's memory. */
    public static final String SETTING = "memory";

    public static final String IN_FORCE = "memory in force";

    /** Whether the server's data files are also in the system's cache. */
    public static final String SYSTEM_CACHE = "system cache of data files";

    /** The limit of the server's processes and their files in the system's cache. */
    public static final String LIMIT = "memory limit";

    /** The beginning of {@link #SYSTEM_CACHE} where the server keeps its data files out of it. */
    public static final String BYPASSED = "bypassed";

    private MemoryFacts() {}
}

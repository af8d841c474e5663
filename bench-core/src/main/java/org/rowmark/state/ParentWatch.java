package org.rowmark.state;

/** Ends a fork whose orchestrating process is gone, with the programs that it runs, so that no orphan keeps loading a database. */
final class ParentWatch {
    private static final int ORPHANED = 3;

    private ParentWatch() {}

    /** Waits in the background; costs no more than a sleeping thread of the JDK. */
    static void exitWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> {
            Thread watch = new Thread(() -> haltAfter(parent), "rowmark-parent-watch");
            watch.setDaemon(true);
            watch.start();
        });
    }

    private static void haltAfter(ProcessHandle parent) {
        parent.onExit().join();
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(ORPHANED);
    }
}

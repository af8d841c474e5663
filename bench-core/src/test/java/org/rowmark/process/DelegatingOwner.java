package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process with a guardian that has a limit of huge pages in a cgroup of its own and waits to be killed. */
public final class DelegatingOwner {
    private DelegatingOwner() {}

    /** @param arguments the cgroup within which its own is */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Guardian.start();
        Path cgroup = Path.of(arguments[0]);
        boolean isOurs = new Delegation(cgroup, "hugetlb").begin();
        Path own = cgroup.resolve("rowmark-" + ProcessHandle.current().pid());
        Guardian.makesCgroup(own);
        Files.createDirectory(own);
        Files.writeString(own.resolve("hugetlb.2MB.max"), "0");
        System.out.println(isOurs);
        Thread.sleep(60_000);
    }
}

package org.rowmark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;

/** Delegations in a cgroup of its own, of the controller for huge pages: systems seldom use that, and v1 seldom has it. */
class DelegationTest {
    private static final String CONTROLLER = "hugetlb";
    private static final String IN_FORCE = "cgroup.subtree_control";

    @TempDir
    Path temp;

    private final List<Process> owners = new ArrayList<>();
    private Delegation ofRoot;
    private boolean isOfOthers;
    private Delegation delegation;

    @BeforeEach
    void makeCgroup() throws IOException {
        Path mounts = Path.of("/proc/self/mounts");
        assumeTrue(System.getProperty("user.name").equals("root") && Files.exists(mounts), "only root can, on Linux");
        for (String mount : Files.readAllLines(mounts)) {
            String[] fields = mount.split(" ", -1);
            if (fields[2].equals("cgroup2")) {
                ofRoot = new Delegation(Path.of(fields[1]), CONTROLLER);
            }
        }
        assumeTrue(ofRoot != null && ofRoot.isPossible(), "no cgroups of version 2 with the controller are mounted");
        isOfOthers = isInForce(ofRoot);
        write(ofRoot, "+" + CONTROLLER);
        delegation = new Delegation(cgroup(ofRoot, "rowmark-test"), CONTROLLER);
    }

    @AfterEach
    void remove() throws Exception {
        for (Process owner : owners) {
            endByGuardian(owner);
        }
        if (delegation != null) {
            removeCgroups(delegation.cgroup());
            Files.delete(delegation.cgroup());
            if (!isOfOthers) {
                write(ofRoot, "-" + CONTROLLER);
            }
        }
    }

    @Test
    void is_to_be_ended_by_the_one_that_has_begun_it() throws IOException {
        assertThat(delegation.begin()).isTrue();
        assertThat(delegation.begin())
                .as("begun by somebody else, for all it knows")
                .isFalse();
        assertThat(isInForce(delegation)).isTrue();

        delegation.end();

        assertThat(isInForce(delegation)).isFalse();
    }

    @Test
    void goes_on_while_somebody_has_a_limit() throws IOException {
        delegation.begin();
        Path limit = cgroup(delegation, "other").resolve("hugetlb.2MB.max");
        Files.writeString(limit, "2M");

        delegation.end();

        assertThat(limit).content().startsWith("2097152");
    }

    @Test
    void goes_on_while_somebody_has_it_for_others() throws IOException {
        delegation.begin();
        Path other = cgroup(delegation, "other");
        limitToNothing(other); // a number is in the place of "max" in the files of this controller
        write(new Delegation(other, CONTROLLER), "+" + CONTROLLER);

        delegation.end();

        assertThat(isInForce(delegation)).isTrue();
    }

    @Test
    void is_ended_by_the_guardian_when_its_owner_is_killed() throws Exception {
        endByGuardian(owner(true));

        assertThat(isInForce(delegation)).isFalse();
    }

    @Test
    void is_ended_for_the_last_of_two_runs_that_are_killed() throws Exception {
        Process first = owner(true);
        Process second = owner(true);

        endByGuardian(first);
        assertThat(isInForce(delegation)).as("for the second").isTrue();
        endByGuardian(second);

        assertThat(isInForce(delegation)).isFalse();
    }

    @Test
    void is_not_ended_for_a_run_that_found_it_in_force() throws Exception {
        delegation.begin();

        endByGuardian(owner(false));

        assertThat(isInForce(delegation)).isTrue();
    }

    @Test
    void is_ended_by_a_later_start_if_the_guardian_was_killed_too() throws Exception {
        Process owner = owner(true);
        owner.children().forEach(ProcessHandle::destroyForcibly);
        owner.destroyForcibly().waitFor();
        assertThat(isInForce(delegation)).isTrue();

        assertThat(ChildJvm.run(LeftoversCleaner.class, withCache())).isEmpty();

        assertThat(isInForce(delegation)).isFalse();
    }

    private static boolean isInForce(Delegation delegation) throws IOException {
        return Files.readString(delegation.cgroup().resolve(IN_FORCE)).contains(CONTROLLER);
    }

    private static void write(Delegation delegation, String change) throws IOException {
        Files.writeString(delegation.cgroup().resolve(IN_FORCE), change);
    }

    private static Path cgroup(Delegation place, String name) throws IOException {
        return Files.createDirectory(
                place.cgroup().resolve(name + "-" + ProcessHandle.current().pid()));
    }

    private static void removeCgroups(Path place) throws IOException {
        try (DirectoryStream<Path> cgroups = Files.newDirectoryStream(place, Files::isDirectory)) {
            for (Path cgroup : cgroups) {
                Files.delete(cgroup);
            }
        }
    }

    private static void limitToNothing(Path cgroup) throws IOException {
        try (DirectoryStream<Path> limits = Files.newDirectoryStream(cgroup, CONTROLLER + "*.max")) {
            for (Path limit : limits) {
                Files.writeString(limit, "0");
            }
        }
    }

    /** @param isToEnd whether it prints that it is to end the delegation */
    private Process owner(boolean isToEnd) throws IOException {
        Process owner = ChildJvm.start(DelegatingOwner.class, withCache(), delegation.cgroup());
        owners.add(owner);
        assertThat(owner.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo(Boolean.toString(isToEnd));
        return owner;
    }

    private static void endByGuardian(Process owner) throws Exception {
        List<ProcessHandle> guardian = owner.children().toList();
        owner.destroyForcibly().waitFor();
        for (ProcessHandle process : guardian) {
            process.onExit().get(1, TimeUnit.MINUTES);
        }
    }

    private List<String> withCache() {
        return List.of("-Drowmark.cache=" + temp.resolve("cache"));
    }
}

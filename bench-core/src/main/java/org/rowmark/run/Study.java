package org.rowmark.run;

import java.util.List;
import java.util.Map;

/**
 * A question and what is measured to answer it; one YAML file each.
 *
 * @param name the file's name without its ending
 * @param question one line
 * @param workloads by name, each with the values of the parameters that are not left at their defaults
 * @param targets names of targets
 * @param restart how long servers that Rowmark starts stay up
 * @param timing of every fork
 * @param rounds what it says of its rounds, in the terms of a user who says the same
 * @param published figures of others on the same question
 */
public record Study(
        String name,
        String question,
        Map<String, Map<String, List<String>>> workloads,
        List<String> targets,
        Restart restart,
        Timing timing,
        RunOptions rounds,
        List<Published> published) {}

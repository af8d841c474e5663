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
 * @param rounds how often each cell is measured
 * @param restart how long servers that Rowmark starts stay up
 * @param timing of every fork
 */
public record Study(
        String name,
        String question,
        Map<String, Map<String, List<String>>> workloads,
        List<String> targets,
        int rounds,
        Restart restart,
        Timing timing) {}

package org.rowmark.result;

/**
 * The machine that measured.
 *
 * @param host name of the machine
 * @param cpu model of the processor
 * @param cores logical processors that the JVM may use
 * @param memoryBytes installed memory
 * @param os name, version and kernel
 * @param jvm name, version and vendor of the JVM, the same for the forks
 * @param dataFileSystem type and mount of the file system that holds the data of private servers and embedded databases
 */
public record Environment(
        String host, String cpu, int cores, long memoryBytes, String os, String jvm, String dataFileSystem) {}

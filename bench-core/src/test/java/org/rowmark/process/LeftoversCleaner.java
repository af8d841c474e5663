package org.rowmark.process;

/** A later start of Rowmark, which removes what killed ones have left. */
public final class LeftoversCleaner {
    private LeftoversCleaner() {}

    public static void main(String[] arguments) {
        Leftovers.clean(System.out::println);
        LeftSettings.all().forEach(left -> System.out.println(left.settings()));
    }
}

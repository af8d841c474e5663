package org.rowmark.report.plot;

/**
 * The {@code d} of a path, in relative steps of tenths: neighbours are near each other, so steps are shorter than
 * places. Rounding does not add up, because a step leads from one rounded place to the next.
 */
final class PathData {
    private final StringBuilder d = new StringBuilder();
    private long x;
    private long y;

    /** Goes to a place without drawing. */
    PathData move(double toX, double toY) {
        long newX = Digits.toTenths(toX);
        long newY = Digits.toTenths(toY);
        step(d.isEmpty() ? "M" : "m", newX - x, newY - y);
        return at(newX, newY);
    }

    /** Draws a straight line. */
    PathData line(double toX, double toY) {
        long newX = Digits.toTenths(toX);
        long newY = Digits.toTenths(toY);
        if (newY == y) {
            d.append('h').append(Digits.tenths(newX - x));
        } else if (newX == x) {
            d.append('v').append(Digits.tenths(newY - y));
        } else {
            step("l", newX - x, newY - y);
        }
        return at(newX, newY);
    }

    PathData segment(double fromX, double fromY, double toX, double toY) {
        return move(fromX, fromY).line(toX, toY);
    }

    /** A rectangle, closed. */
    PathData box(double left, double top, double right, double bottom) {
        move(left, top).line(right, top).line(right, bottom).line(left, bottom);
        d.append('z');
        return at(Digits.toTenths(left), Digits.toTenths(top));
    }

    /** A large mark around a place. */
    PathData mark(Glyph glyph, double aroundX, double aroundY) {
        move(aroundX + glyph.markX, aroundY + glyph.markY);
        d.append(glyph.mark);
        return this;
    }

    /** A small mark around a place. */
    PathData dot(Glyph glyph, double aroundX, double aroundY) {
        move(aroundX + glyph.dotX, aroundY + glyph.dotY);
        d.append(glyph.dot);
        return this;
    }

    boolean isEmpty() {
        return d.isEmpty();
    }

    @Override
    public String toString() {
        return d.toString();
    }

    private PathData at(long newX, long newY) {
        x = newX;
        y = newY;
        return this;
    }

    private void step(String command, long dx, long dy) {
        String second = Digits.tenths(dy);
        d.append(command).append(Digits.tenths(dx));
        if (second.charAt(0) != '-') {
            d.append(' ');
        }
        d.append(second);
    }
}

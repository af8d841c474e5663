package org.rowmark.report.plot;

/**
 * The {@code d} of a path, in relative steps of tenths: neighbours are near each other, so steps are shorter than
 * places. Rounding does not add up, because a step leads from one rounded place to the next.
 */
final class PathData {
    private final StringBuilder d = new StringBuilder();
    private long x;
    private long y;

    /** Moves to a place without drawing. */
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

    /** Draws a line to a place; at the start of the path moves there without drawing. */
    PathData on(double toX, double toY) {
        return isEmpty() ? move(toX, toY) : line(toX, toY);
    }

    PathData segment(double fromX, double fromY, double toX, double toY) {
        return move(fromX, fromY).line(toX, toY);
    }

    /** Draws the interval of a value as a vertical line, if its ends are finite. */
    PathData interval(double atX, Axis axis, double low, double high) {
        return Double.isFinite(low) && Double.isFinite(high) ? segment(atX, axis.at(low), atX, axis.at(high)) : this;
    }

    /** Draws a closed rectangle. */
    PathData box(double left, double top, double right, double bottom) {
        move(left, top).line(right, top).line(right, bottom).line(left, bottom);
        d.append('z');
        return at(Digits.toTenths(left), Digits.toTenths(top));
    }

    /** Draws a large mark around a place. */
    PathData mark(Glyph glyph, double aroundX, double aroundY) {
        return outline(aroundX + glyph.markX, aroundY + glyph.markY, glyph.mark);
    }

    /** Draws a small mark around a place. */
    PathData dot(Glyph glyph, double aroundX, double aroundY) {
        return outline(aroundX + glyph.dotX, aroundY + glyph.dotY, glyph.dot);
    }

    private PathData outline(double startX, double startY, String steps) {
        move(startX, startY);
        d.append(steps);
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

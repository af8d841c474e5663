package org.rowmark.db.sql;

/**
 * A rule by which a product, or its own client, reads a file of statements. Without any rule the file has comments from
 * {@code --} to the end of the line and between {@code /*} and the next end of a comment, texts in {@code '}, names in
 * {@code "}, both with doubled quotes, and a semicolon after each statement.
 */
public enum LexicalRule {
    /** A comment in a comment has an end of its own. */
    NESTED_COMMENTS,
    /** What is in a comment that begins with <code>/*!</code> or <code>/*M!</code> and a version is executed. */
    EXECUTABLE_COMMENTS,
    /** {@code #} begins a comment. */
    HASH_COMMENTS,
    /** {@code //} begins a comment. */
    SLASH_COMMENTS,
    /** {@code --} begins a comment before white space only. */
    SPACED_DASHES,
    /** A carriage return without a line feed ends a comment, too. */
    CARRIAGE_RETURNS,
    /** A backslash takes the next character into a text. */
    BACKSLASHES,
    /** A backslash does so in {@code E'…'}. */
    ESCAPE_TEXTS,
    /** What is in {@code "} is a text, too, and no name. */
    DOUBLE_QUOTED_TEXTS,
    /** <code>q'{…}'</code> is a text, with any character or pair of brackets. */
    CHOSEN_QUOTES,
    /** {@code $$…$$} is a text. */
    DOLLAR_QUOTES,
    /** {@code $tag$…$tag$} is a text. */
    TAGGED_DOLLAR_QUOTES,
    /** Names may be in backticks. */
    BACKTICKS,
    /** Names may be in square brackets. */
    BRACKETS,
    /** {@code delimiter X} in a line of its own makes X the end of the statements that follow. */
    DELIMITER_LINES,
    /** {@code set term X} makes X the end of the statements that follow; further settings of this client mean nothing. */
    SET_TERM,
    /** {@code commit} means nothing, as there is autocommit. */
    NO_COMMITS,
    /** A line {@code GO} ends a batch, which is a statement; where no line does, semicolons end statements. */
    GO_LINES,
    /** A backslash begins a command of the client, and {@code copy … from stdin} is followed by rows. */
    BACKSLASH_COMMANDS
}

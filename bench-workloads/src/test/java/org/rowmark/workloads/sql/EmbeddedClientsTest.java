package org.rowmark.workloads.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.derby.tools.ij;
import org.h2.util.ScriptReader;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Databases;

/** The same files through Rowmark and through the clients that embedded databases bring: the same statements. */
class EmbeddedClientsTest {

    @Test
    void runscript_of_h2_sends_the_same_statements() throws IOException {
        for (String text : ProductClientsTest.variants(ProductClientsTest.resource("portable.sql"))) {
            ScriptReader reader = new ScriptReader(new StringReader(text.replace("\uFEFF", "")));
            List<String> ofClient = Stream.generate(reader::readStatement)
                    .takeWhile(statement -> statement != null)
                    .map(ProductClientsTest::plain)
                    .filter(statement -> !statement.isEmpty())
                    .toList();

            assertThat(split("h2", text)).hasSize(5).containsExactlyElementsOf(ofClient);
        }
    }

    /** The client sends no comments that are before a statement. */
    @Test
    void ij_of_derby_sends_the_same_statements() throws Exception {
        for (String text : ProductClientsTest.variants(ProductClientsTest.resource("portable.sql"))) {
            List<String> sent = new ArrayList<>();
            try (Connection connection = DriverManager.getConnection("jdbc:derby:memory:ij;create=true")) {
                InputStream file =
                        new ByteArrayInputStream(text.replace("\uFEFF", "").getBytes(StandardCharsets.UTF_8));
                ij.runScript(
                        recording(Connection.class, connection, sent),
                        file,
                        "UTF-8",
                        OutputStream.nullOutputStream(),
                        "UTF-8");
            }

            assertThat(ProductClientsTest.without(ProductClientsTest.LEADING_COMMENTS, split("derby", text)))
                    .hasSize(5)
                    .containsExactlyElementsOf(ProductClientsTest.without(ProductClientsTest.LEADING_COMMENTS, sent));
        }
    }

    /** Wraps a connection or statement so that the texts are kept which it executes. */
    private static <T> T recording(Class<T> type, T object, List<String> sent) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute") && arguments != null) {
                        sent.add(ProductClientsTest.plain((String) arguments[0]));
                    }
                    try {
                        Object result = method.invoke(object, arguments);
                        return method.getReturnType() == Statement.class
                                ? recording(Statement.class, (Statement) result, sent)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static List<String> split(String database, String text) {
        return StatementSplitter.split(
                        "file.sql",
                        text.replace("\uFEFF", ""),
                        Databases.named(database).dialect().userSql().rules())
                .stream()
                .map(statement -> ProductClientsTest.plain(statement.text()))
                .toList();
    }
}

package org.rowmark.link;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The process at the other end of a {@link LinkTest}: it echoes messages, or sends as much as is taken. */
public final class LinkTestPeer {
    /** The first byte of a connection that echoes messages. */
    static final int ECHO = 'e';

    /** The first byte of a connection that receives. */
    static final int SEND = 's';

    /** The length of an echoed message. */
    static final int MESSAGE = 64;

    private static final int BLOCK = 1 << 18;

    private LinkTestPeer() {}

    /** Serves until the standard input ends. */
    public static void main(String[] arguments) throws IOException {
        try (ServerSocketChannel acceptor = ServerSocketChannel.open()) {
            acceptor.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            System.out.println(Relay.LISTENING + acceptor.socket().getLocalPort());
            JavaProcess.endWithInput();
            while (true) {
                SocketChannel socket = acceptor.accept();
                new Thread(() -> serve(socket), "link-test-peer").start();
            }
        }
    }

    private static void serve(SocketChannel socket) {
        try (socket) {
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer what = ByteBuffer.allocate(1);
            socket.read(what);
            if (what.get(0) == ECHO) {
                echo(socket.socket());
            }
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            while (true) {
                socket.write(block.clear());
            }
        } catch (IOException e) {
            // the other end has what it wanted
        }
    }

    private static void echo(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        OutputStream out = socket.getOutputStream();
        byte[] message = new byte[MESSAGE];
        while (true) {
            in.readFully(message);
            out.write(message);
        }
    }
}

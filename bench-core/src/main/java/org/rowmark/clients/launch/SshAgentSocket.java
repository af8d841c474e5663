package org.rowmark.clients.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.SshAgentFactory;
import org.apache.sshd.agent.SshAgentServer;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.session.ConnectionService;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** The SSH agent behind a Unix domain socket; the library's own client for it needs a native one. */
final class SshAgentSocket extends AbstractAgentProxy {
    private static final int LONGEST_ANSWER = 1 << 20;

    private final SocketChannel channel;

    private SshAgentSocket(SocketChannel channel) {
        super(null);
        this.channel = channel;
    }

    /** Returns what connects to the agent for each session, and forwards it to no host. */
    static SshAgentFactory factory(Path socket) {
        return new SshAgentFactory() {
            @Override
            public SshAgent createClient(Session session, FactoryManager manager) throws IOException {
                return new SshAgentSocket(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
            }

            @Override
            public List<ChannelFactory> getChannelForwardingFactories(FactoryManager manager) {
                return List.of();
            }

            @Override
            public SshAgentServer createServer(ConnectionService service) {
                throw new UnsupportedOperationException("no agent is forwarded");
            }
        };
    }

    @Override
    protected synchronized Buffer request(Buffer request) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(request.array(), request.rpos(), request.available());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        int length = read(Integer.BYTES).getInt();
        if (length < 1 || length > LONGEST_ANSWER) {
            throw new IOException("the SSH agent's answer has " + length + " bytes");
        }
        return new ByteArrayBuffer(read(length).array());
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the SSH agent closed its socket");
            }
        }
        return bytes.flip();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        super.close();
    }
}

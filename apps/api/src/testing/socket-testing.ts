import { connect } from 'node:net';

export interface SocketExchange {
	/** Everything that came back until the server hung up. */
	readonly received: string;
	readonly sentBytes: number;
	readonly durationMs: number;
}

/**
 * Writes the pieces to a connection of its own, as fast as the server takes them and at least `pauseMs` apart, until
 * they end or the server hangs up.
 */
export async function exchangeBytes(
	origin: string,
	pieces: Iterable<string | Buffer>,
	pauseMs = 0,
): Promise<SocketExchange> {
	const { hostname, port } = new URL(origin);
	const startedMs = performance.now();
	const socket = connect({ host: hostname, port: Number(port) });
	let received = '';
	socket.setEncoding('latin1');
	socket.on('data', (chunk) => {
		received += chunk;
	});
	// A server that hangs up while we write is one of the answers.
	socket.on('error', () => {});
	const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
	for (const piece of pieces) {
		if (socket.destroyed || socket.readableEnded) break;
		if (!socket.write(piece)) await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
		if (pauseMs > 0) await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
	}
	await closed;
	return { received, sentBytes: socket.bytesWritten, durationMs: performance.now() - startedMs };
}

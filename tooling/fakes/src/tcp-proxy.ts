import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to a server that is as slow as one wants it, and can be cut. */
export interface TcpProxy {
	/** `http://127.0.0.1:port`, for a server that speaks HTTP. */
	readonly origin: string;
	/** Breaks all connections, and refuses new ones until `restore`. */
	cut(): void;
	restore(): void;
	close(): Promise<void>;
}

/**
 * Passes connections on to a port of loopback.
 *
 * @param roundTripMs what a question and its answer take longer; half of it in each direction, at any speed
 */
export async function startTcpProxy(port: number, { roundTripMs = 0 } = {}): Promise<TcpProxy> {
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer({ noDelay: true }, (near) => {
		if (isCut) return void near.resetAndDestroy();
		const far = connect({ host: '127.0.0.1', port, noDelay: true });
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(from);
			from.on('error', () => to.destroy());
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
			passOn(from, to, roundTripMs / 2);
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		cut: () => {
			isCut = true;
			for (const socket of sockets) socket.destroy();
		},
		restore: () => {
			isCut = false;
		},
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

function passOn(from: Socket, to: Socket, delayMs: number): void {
	if (delayMs === 0) return void from.pipe(to);
	const later = (work: () => void) => setTimeout(work, delayMs);
	from.on('data', (chunk) => void later(() => to.writable && to.write(chunk)));
	from.on('end', () => void later(() => to.end()));
}

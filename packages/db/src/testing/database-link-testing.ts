import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the server that can be cut and closed, as a restart does. */
export interface DatabaseLink {
	readonly databaseUrl: string;
	cut(): void;
	/** Neither side hears anything of the other any more. */
	freeze(): void;
	close(): Promise<void>;
	reopen(): Promise<void>;
}

export async function openDatabaseLink(databaseUrl: string): Promise<DatabaseLink> {
	const url = new URL(databaseUrl);
	const target = { host: url.hostname, port: Number(url.port || 5432) };
	const sockets = new Set<Socket>();
	let server: Server;
	const listen = async (port: number) => {
		server = createServer((near) => {
			const far = connect(target);
			for (const socket of [near, far]) {
				sockets.add(socket);
				socket.on('error', () => {});
				socket.on('close', () => {
					sockets.delete(socket);
					near.destroy();
					far.destroy();
				});
			}
			near.pipe(far).pipe(near);
		});
		await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	};
	const port = await listen(0);
	url.host = `127.0.0.1:${port}`;
	const cut = () => {
		for (const socket of sockets) socket.destroy();
	};
	return {
		databaseUrl: url.href,
		cut,
		freeze: () => {
			for (const socket of sockets) socket.pause().unpipe();
		},
		close: () => {
			cut();
			return new Promise((resolve) => server.close(() => resolve()));
		},
		reopen: async () => {
			await listen(port);
		},
	};
}

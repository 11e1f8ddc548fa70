import { createServer, type RequestListener } from 'node:http';

/** Serves on a port of the system's choice, which it prints, and prints its own CPU seconds when asked to end. */
export function serveArchive(handler: RequestListener): void {
	const server = createServer(handler);
	server.listen(0, '127.0.0.1', () => {
		const address = server.address();
		const before = process.cpuUsage();
		console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
		process.once('SIGTERM', () => {
			const { user, system } = process.cpuUsage(before);
			console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6 }));
			process.exit(0);
		});
	});
}

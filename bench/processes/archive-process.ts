import { createInterface } from 'node:readline';
import { startMeasured } from './measured-process.ts';

/** Starts a script that serves by `serveArchive`, hands its port to `use`, ends it, and returns what it cost. */
export async function withArchiveServer<T>(
	[scriptPath, maker, root]: readonly [scriptPath: string, maker: string, root: string],
	use: (port: number) => Promise<T>,
) {
	const server = startMeasured([scriptPath, maker, root]);
	const lines = createInterface({ input: server.child.stdout! })[Symbol.asyncIterator]();
	const { port } = JSON.parse((await lines.next()).value as string) as { port: number };
	const result = await use(port);
	const peakMemoryMb = server.peakMemoryMb();
	server.child.kill('SIGTERM');
	const { cpuSeconds } = JSON.parse((await lines.next()).value as string) as { cpuSeconds: number };
	await server.exited;
	return { result, cpuSeconds, peakMemoryMb };
}

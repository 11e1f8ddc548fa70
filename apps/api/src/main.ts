import { closeThreads } from '@adx/core/platform/threads/threads';
import { readEnvironment } from './server/env.ts';
import { StartError } from './server/start-error.ts';
import { type RunningServer, startServer } from './server/start-server.ts';

/** Starts the product, tells the operator on standard output, and ends it on SIGTERM, SIGINT or SIGHUP. */
async function main(): Promise<void> {
	// Whatever is written from here on, pictures and the embedded database among it, is its owner's alone.
	process.umask(0o077);
	let server: RunningServer | null = null;
	let isEnding = false;
	const end = () => {
		isEnding = true;
		// While the start is under way it ends right after it.
		if (server !== null) void stop(server);
	};
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
	const environment = readEnvironment(process.cwd(), (line) => void process.stderr.write(`${line}\n`));
	server = await startServer(environment, {
		reportPasswords: (generated) => {
			for (const { kind, password } of generated) process.stdout.write(`password ${kind} ${password}\n`);
		},
	});
	if (isEnding) return stop(server);
	process.stdout.write(`${toReadyLine(server.origin, environment.PUBLIC_ORIGIN)}\n`);
}

/** The address to open, and behind it the one that it listens on where they differ. */
function toReadyLine(origin: string | null, publicOrigin: string | undefined): string {
	if (origin === null) return 'ready worker';
	const isReachedThere = publicOrigin === undefined || publicOrigin === origin;
	return isReachedThere ? `ready ${origin}` : `ready ${publicOrigin} (listening on ${origin})`;
}

async function stop(server: RunningServer): Promise<void> {
	try {
		await server.close();
		// A process must not exit under native code that a thread is in.
		await closeThreads();
		process.exit(0);
	} catch (error) {
		fail(error);
	}
}

function fail(error: unknown): never {
	const line = error instanceof Error ? error.message : String(error);
	// A StartError says all there is to say; anything else is a defect whose stack somebody will want.
	process.stderr.write(`${error instanceof StartError || !(error instanceof Error) ? line : (error.stack ?? line)}\n`);
	process.exit(1);
}

process.on('unhandledRejection', fail);
await main().catch(fail);

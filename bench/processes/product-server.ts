import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMeasured } from './measured-process.ts';
import { bareServer, readOrigin, watchServer } from './watched-server.ts';

const entry = fileURLToPath(new URL('../../apps/api/src/main.ts', import.meta.url));
const idleSeconds = 10;

/** The product on that data directory, with its embedded database. */
export async function startProduct(dataDir: string, variables: Readonly<Record<string, string>> = {}) {
	const env = {
		...process.env,
		DATA_DIR: dataDir,
		PORT: '0',
		LOG_LEVEL: 'warn',
		DATABASE_URL: '',
		...variables,
	};
	const running = startMeasured([entry], { env });
	return {
		running,
		origin: await readOrigin(running.child.stdout!),
		stop: async () => {
			running.child.kill('SIGTERM');
			await running.exited;
		},
	};
}

export type StartedProduct = Awaited<ReturnType<typeof startProduct>>;

/** What the product takes when nobody has asked it for a while, in MB. */
export async function idleMemoryMb({ running }: StartedProduct): Promise<number> {
	await sleep(idleSeconds * 1_000);
	return running.memoryMb();
}

/**
 * Has the product work, and measures what it takes at most meanwhile, and how long anybody else waits for it; and for a
 * server that does nothing, which is what the machine makes anybody wait. It is ended then.
 */
export async function measureWork<T>(product: StartedProduct, work: () => Promise<T>) {
	const idleMb = await idleMemoryMb(product);
	const bare = startMeasured(['-e', bareServer]);
	const bareOrigin = await readOrigin(bare.child.stdout!);
	const watch = watchServer(`${product.origin}/healthz`, () => product.running.memoryMb());
	const control = watchServer(bareOrigin, () => 0);
	const result = await work();
	const { peakMb, longestWaitMs } = await watch.stop();
	const machine = await control.stop();
	bare.child.kill('SIGTERM');
	await product.stop();
	return { result, idleMb, peakMb, longestWaitMs, machineWaitMs: machine.longestWaitMs };
}

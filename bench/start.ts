import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMeasured } from './processes/measured-process.ts';
import { report } from './report.ts';

const server = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url));
const idleSeconds = 20;

/** The server alone: first start on an empty directory, second start on the same one, and memory when idle. */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(tmpdir(), 'adx-bench-start-'));
	try {
		const cold = await startAndStop(directory, 0);
		const warm = await startAndStop(directory, idleSeconds);
		return report([
			{ name: 'first start to ready', value: cold.seconds, unit: 's' },
			{ name: 'peak memory of the first start', value: cold.peakMemoryMb, unit: 'MB' },
			{ name: 'later start to ready', value: warm.seconds, unit: 's' },
			{
				name: `memory after ${idleSeconds} idle seconds, reopened`,
				value: warm.memoryMb,
				unit: 'MB',
				target: { atMost: 400 },
			},
			{ name: 'clean ends missing', value: 2 - cold.cleanEnds - warm.cleanEnds, unit: '', target: { atMost: 0 } },
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

async function startAndStop(directory: string, idle: number) {
	const startedAt = performance.now();
	const env = { ...process.env, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: '' };
	const serverProcess = startMeasured([server], { env });
	for await (const line of createInterface({ input: serverProcess.child.stdout! }))
		if (line.startsWith('ready ')) break;
	const seconds = (performance.now() - startedAt) / 1_000;
	await sleep(idle * 1_000);
	const memoryMb = serverProcess.memoryMb();
	serverProcess.child.kill('SIGTERM');
	const cleanExits = (await serverProcess.exited) === 0 ? 1 : 0;
	return { seconds, memoryMb, peakMemoryMb: serverProcess.peakMemoryMb(), cleanEnds: cleanExits };
}

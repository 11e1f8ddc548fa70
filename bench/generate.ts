import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMeasured } from './processes/measured-process.ts';
import { report } from './report.ts';

const cli = fileURLToPath(new URL('../apps/cli/src/main.ts', import.meta.url));
const imageCount = 1_000;

/** The command line's main job: 1,000 images of 1024 x 1024 into one zip, which is then verified. */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(tmpdir(), 'adx-bench-'));
	try {
		const zip = join(directory, 'out.zip');
		const selection = ['--race', 'elf', '--class', 'wizard', '--style', 'bold-classic', '--background', 'forest-glade'];
		const startedAt = performance.now();
		const generate = startMeasured([cli, 'generate', ...selection, '--count', String(imageCount), '--zip', zip]);
		const status = await generate.exited;
		const seconds = (performance.now() - startedAt) / 1_000;
		const verify = startMeasured([cli, 'verify-collection', zip]);
		const verified = (await verify.exited) === 0;
		return report([
			{ name: 'images per second', value: imageCount / seconds, unit: '/s', target: { atLeast: 15 } },
			{ name: 'peak memory', value: generate.peakMemoryMb(), unit: 'MB', target: { atMost: 1_000 } },
			{ name: 'generate and verify failed', value: status === 0 && verified ? 0 : 1, unit: '', target: { atMost: 0 } },
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

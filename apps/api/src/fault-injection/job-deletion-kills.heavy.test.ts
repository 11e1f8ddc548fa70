import { join } from 'node:path';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { type Browser, generate, generationRequest } from '../testing/server-testing.ts';
import { killDeletions } from './deletion-kills-testing.ts';
import { createRestarter } from './kills-testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

/** How many files are gone when the process is killed: before the commit, right after it, and later. */
const killedAtFiles = [0, 1, 60];
/** Enough for two slices, with three files of each image. */
const imageCount = 40;

async function draw(browser: Browser, seed: string, batchSize: number): Promise<string> {
	return `/api/generate/${await generate(browser, { ...generationRequest, batchSize, seed }, 60_000)}`;
}

it('a job whose deletion is killed is there whole, or goes with all of its files, and another one stays byte for byte', async () => {
	const dataDir = join(processes.folder, 'killed-deletion');
	let kept: string | undefined;
	const outcomes = await killDeletions({
		dataDir,
		start: createRestarter(processes, { DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test' }),
		make: (browser, round) => draw(browser, `deleted ${round}`, imageCount),
		readWhole: async (browser, path) => {
			const images = (await browser.call(path.replace('/generate/', '/images/'))).json as readonly GeneratedImage[];
			expect(images).toHaveLength(imageCount);
			for (const { imageUrl } of images) {
				for (const size of ['full', '512', '200']) {
					expect((await browser.call(`${imageUrl}&size=${size}`)).status).toBe(200);
				}
			}
			expect((await browser.call(`${path}/zip`)).status).toBe(200);
		},
		readKept: async (browser) => {
			kept ??= await draw(browser, 'kept', 3);
			return (await browser.call(`${kept}/zip`)).bytes;
		},
		killedAtFiles,
	});
	expect(outcomes.slice(1)).toEqual(['deleted', 'deleted']);
});

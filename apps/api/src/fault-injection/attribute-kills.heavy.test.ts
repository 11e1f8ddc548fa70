import { join } from 'node:path';
import type { StartedAttributes } from '@adx/validators/attributes';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { createRestarter, killRepeatedly } from './kills-testing.ts';

const processes = new ProcessPool();
afterEach(() => processes.killAll());
afterAll(() => processes.removeFolder());

/** Percent of the run at which a process is killed; each of them begins from nothing. */
const killedAt = [0, 1, 1, 31, 60, 90];
const imageCount = 10_000;

interface PolledJob {
	readonly status: string;
	readonly progress: number;
	readonly downloadUrl: string | null;
}

it('a run of the attribute generator that is killed again and again ends after the last restart, whole', async () => {
	const variables = { DATA_DIR: join(processes.folder, 'killed-attributes'), DEVELOPER_PASSWORDS: 'test' };
	const { server, browser, job, moments } = await killRepeatedly<PolledJob>({
		start: createRestarter(processes, variables),
		submit: async (caller) => {
			const fileNames = Array.from({ length: imageCount }, (_, index) => `art/winter-court-${index}.png`);
			const order = { folderSize: imageCount, fileNames };
			const answer = await caller.post('/api/attribute-generator', order);
			return `/api/attribute-generator/${(answer.json as StartedAttributes).job?.id}`;
		},
		getStage: ({ status }) => status,
		killedAt,
		pollIntervalMs: 5,
	});
	// Killed at several stages, unless one was over before anybody saw it.
	expect(moments.length).toBeGreaterThan(killedAt.length / 2);
	expect(job).toMatchObject({ status: 'completed', progress: 100, processedImages: imageCount, errorMessage: null });
	const { bytes } = await browser.call(job.downloadUrl ?? '');
	// Entries are stored as they are.
	for (const number of [1, imageCount]) expect(bytes.includes(`"name": "ADX Collection #${number}",`)).toBe(true);
	server.child.kill('SIGTERM');
	expect(await server.ended).toBe(0);
});

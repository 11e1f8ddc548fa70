import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@adx/db/client/database';
import { expect } from 'vitest';
import type { Browser } from '../testing/server-testing.ts';
import type { RestartedServer } from './kills-testing.ts';

interface DeletionScenario {
	readonly dataDir: string;
	readonly start: () => Promise<RestartedServer>;
	/** Makes what is deleted in this round; answers the path at which it is looked at and deleted. */
	readonly make: (browser: Browser, round: number) => Promise<string>;
	/** Reads all of it where the deletion came to nothing, and throws where something is missing. */
	readonly readWhole: (browser: Browser, path: string) => Promise<void>;
	/** What stays, whatever is deleted beside it. */
	readonly readKept: (browser: Browser) => Promise<Buffer>;
	/** How many files are gone when the process is killed, for each round. */
	readonly killedAtFiles: readonly number[];
}

/**
 * Kills the process that deletes at each of the moments and expects that what is deleted is there whole or gone, and that in
 * the end no row of it is left and no file but those whose rows were just deleted, which the daily sweep takes. Resolves to
 * what became of it in each round.
 */
export async function killDeletions(scenario: DeletionScenario): Promise<readonly ('kept' | 'deleted')[]> {
	const { dataDir, start, make, readWhole, readKept, killedAtFiles } = scenario;
	const stop = async ({ server }: RestartedServer) => {
		server.child.kill('SIGTERM');
		expect(await server.ended).toBe(0);
	};
	let running = await start();
	const kept = await readKept(running.browser);
	await stop(running);
	const before = await readRows(dataDir);
	const filesBefore = countFiles(dataDir);
	const outcomes: ('kept' | 'deleted')[] = [];
	running = await start();
	for (const [round, goneCount] of killedAtFiles.entries()) {
		const path = await make(running.browser, round);
		const files = countFiles(dataDir);
		let isAnswered = false;
		const deleting = running.browser
			.call(path, { method: 'DELETE' })
			.catch(() => null)
			.finally(() => {
				isAnswered = true;
			});
		while (!isAnswered && files - countFiles(dataDir) < goneCount) await sleep(1);
		running.server.child.kill('SIGKILL');
		await Promise.all([running.server.ended, deleting]);
		console.log(
			`killed when ${files - countFiles(dataDir)} files were gone: ${JSON.stringify(await readRows(dataDir))}`,
		);
		running = await start();
		const { status } = await running.browser.call(path);
		outcomes.push(status === 200 ? 'kept' : 'deleted');
		if (status === 200) {
			await readWhole(running.browser, path);
			expect((await running.browser.call(path, { method: 'DELETE' })).status).toBe(200);
		}
		expect((await readKept(running.browser)).equals(kept)).toBe(true);
	}
	// Processes run until they have freed what the killed ones left.
	for (const deadline = Date.now() + 120_000; ; running = await start()) {
		await sleep(10_000);
		await stop(running);
		if ((await readRows(dataDir)).deletions === 0) break;
		expect(Date.now()).toBeLessThan(deadline);
	}
	expect(await readRows(dataDir)).toEqual(before);
	expect(countFiles(dataDir) - filesBefore).toBeLessThanOrEqual(50 * outcomes.length);
	return outcomes;
}

const countFiles = (dataDir: string) =>
	readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter(
		(entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name),
	).length;

/** What the database holds while no process runs on it. */
async function readRows(dataDir: string) {
	const { db, destroy } = await createDb({ dataDir });
	try {
		const count = async (table: 'blobs' | 'mergedImages' | 'generatedImages' | 'imageVersions' | 'deletions') =>
			(
				await db
					.selectFrom(table)
					.select((eb) => eb.lit(1).as('one'))
					.execute()
			).length;
		return {
			blobs: await count('blobs'),
			tokens: await count('mergedImages'),
			images: await count('generatedImages'),
			versions: await count('imageVersions'),
			deletions: await count('deletions'),
		};
	} finally {
		await destroy();
	}
}

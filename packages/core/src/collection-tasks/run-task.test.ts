import { setTimeout as sleep } from 'node:timers/promises';
import { planCollection } from '@adx/collection/plan/plan';
import { describe, expect, it } from 'vitest';
import { addFinishedMerge } from '../merge/merge-testing.ts';
import { toJsonBatches } from '../platform/threads/json-batches.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import type { TaskCollection } from './collection-task.ts';
import { findExportable } from './find-exportable.ts';
import { runTask } from './run-task.ts';

const test = useTestServices();
const asksNothing = () => Promise.reject(new Error('No chunks are needed.'));

function collectionOf(facts: object = {}, imageCount = 1): TaskCollection {
	const blob = { sha256: '0'.repeat(64), sizeBytes: 9, crc32: 0, mime: 'image/png', width: 1, height: 1 };
	const choice = {
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'random-all',
	} as const;
	const [row] = planCollection(
		{ ...choice, races: [...choice.races], classes: [...choice.classes], batchSize: 1 },
		'one',
	).rows;
	const traits = { ...row!.traits, rarity: 'Common' as const };
	return {
		kind: 'generated',
		facts: { name: 'Court', ...facts },
		images: toJsonBatches(new Array(imageCount).fill({ tokenNumber: 1, traits, imageUrl: '/1', ...blob })),
		imageCount,
	};
}

describe('runTask', () => {
	it('works on two large collections at a time, and loads no third before', async () => {
		const running: (() => void)[] = [];
		const ask = (size: number) => {
			const load = async () => {
				await new Promise<void>((resolve) => running.push(resolve));
				return collectionOf();
			};
			return runTask({ size, load }, { kind: 'rarity' }, asksNothing);
		};
		const asked = [ask(300), ask(300), ask(300)];
		await sleep(20);
		expect(running).toHaveLength(2);
		const small = ask(10);
		await sleep(20);
		expect(running).toHaveLength(3);
		running[2]!();
		expect((await small).summary.size).toBe(1);
		running[0]!();
		await asked[0];
		await sleep(20);
		expect(running).toHaveLength(4);
		for (const go of running) go();
		expect((await Promise.all(asked)).map(({ summary }) => summary.size)).toEqual([1, 1, 1]);
	});

	it('stops in its thread, and before it is loaded, when the caller leaves, and lets others in', async () => {
		const caller = new AbortController();
		let loads = 0;
		const large = {
			size: 300,
			load: async () => {
				loads++;
				return collectionOf({}, 60_000);
			},
		};
		const ask = () => runTask(large, { kind: 'rarity' }, asksNothing, caller.signal).catch((error: unknown) => error);
		const asked = [ask(), ask(), ask()];
		while (loads < 2) await sleep(1);
		await sleep(20);
		caller.abort('gone');
		expect(await Promise.all(asked)).toEqual(['gone', 'gone', 'gone']);
		expect(loads).toBe(2);
		const next = runTask({ size: 300, load: async () => collectionOf() }, { kind: 'rarity' }, asksNothing);
		expect((await next).summary.size).toBe(1);
	});

	it('gives few tokens with much metadata a place beside large collections, and those with little another', async () => {
		const ctx = await test.contextOf();
		const id = await addFinishedMerge(test.services, ctx.actor!.userId);
		const merge = await findExportable(ctx, { collectionId: id });
		expect(await merge.packBytes!()).toBeGreaterThan(0);
		const loaded: string[] = [];
		let go = () => {};
		const held = new Promise<void>((resolve) => {
			go = resolve;
		});
		const ask = (name: string, packBytes: number) => {
			const load = async () => {
				loaded.push(name);
				if (name === 'large') await held;
				return merge.load();
			};
			return runTask({ size: 2, packBytes: async () => packBytes, load }, { kind: 'rarity' }, asksNothing);
		};
		const large = [ask('large', 100_001), ask('large', 100_001)];
		await sleep(20);
		const waiting = ask('third', 100_001);
		expect((await ask('small', 100_000)).summary.size).toBe(2);
		expect(loaded).toEqual(['large', 'large', 'small']);
		go();
		for (const { summary } of await Promise.all([...large, waiting])) expect(summary.size).toBe(2);
	});

	it('rejects as not exportable what does not fit into its thread', async () => {
		// One text where it comes from, and 300 MB where it arrives; small parts would be collected over and over first.
		const junk = new Array<string>(30_000).fill('x'.repeat(10_000));
		const outcome = runTask(
			{ size: 300, load: async () => collectionOf({ junk }) },
			{ kind: 'preflight' },
			asksNothing,
		);
		await expect(outcome).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'not_exportable',
			message: 'This collection has too many parts to be worked on at once. Make it of fewer images.',
		});
	});
});

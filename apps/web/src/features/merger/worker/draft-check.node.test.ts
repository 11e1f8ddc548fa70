import { mergeOptionsSchema } from '@adx/validators/merge';
import { expect, test, vi } from 'vitest';
import type { DraftPreflight, MergerUpdate } from '../merger-views.ts';
import {
	createFolder,
	createWorkerService,
	folder,
	jsonFile,
	pngFile,
	useFastTimers,
} from './merger-worker-testing.ts';

useFastTimers();

const draftOf = (options: object = {}, projectName = 'Court') => ({
	projectName,
	description: 'A court',
	options: mergeOptionsSchema.parse({ metadata: { symbol: 'ICE' }, ...options }),
});

const kindsOf = (preflight: DraftPreflight | null) =>
	preflight === null || 'refused' in preflight ? preflight : preflight.findings.map(({ kind }) => kind);

test('what is set is checked with what was picked, again with every change', async () => {
	const worker = createWorkerService();
	worker.service.checkDraft(draftOf());
	await worker.pick(folder, createFolder('elves', 3));
	const { preflight } = await worker.until((view) => view.preflight !== null);
	expect(preflight).toMatchObject({
		tokenCount: 3,
		findings: [],
		isApproximate: false,
		draft: draftOf(),
		imageCount: 3,
	});
	worker.service.checkDraft(draftOf({}, 'The Winter Court of the Ice King'));
	const long = await worker.until((view) => kindsOf(view.preflight)?.toString() === 'nameBytes');
	expect(long.collections).toHaveLength(1);
	await worker.pick(folder, [pngFile('orcs/1.png'), jsonFile('orcs/1.json', { description: 'TODO' })]);
	await worker.until((view) => String(kindsOf(view.preflight)).includes('placeholderDescriptions'));
	worker.service.clear();
	await worker.until((view) => view.collections.length === 0 && view.preflight === null);
});

test('a report of the check carries no collections, whose order the page may have changed meanwhile', async () => {
	const updates: MergerUpdate[] = [];
	const worker = createWorkerService();
	worker.service.open('owner-1', (update) => updates.push(update));
	await worker.pick(folder, createFolder('elves', 2));
	worker.service.checkDraft(draftOf());
	await vi.waitFor(() => expect(updates.some(({ preflight }) => preflight != null)).toBe(true));
	for (const update of updates) expect('preflight' in update).toBe(!('collections' in update));
	expect(updates[0]).toHaveProperty('collections');
});

test('nothing is checked without a name, and a merge that leaves out everything says so', async () => {
	const worker = createWorkerService();
	await worker.pick(folder, [pngFile('elves/1.png'), pngFile('elves/2.png')]);
	const draft = draftOf({ fixes: { missingMetadata: 'drop' } });
	worker.service.checkDraft(draft);
	const { preflight } = await worker.until((view) => view.preflight !== null);
	expect(preflight).toEqual({ refused: 'The chosen fixes leave out every image.', draft, imageCount: 2 });
	worker.service.checkDraft(null);
	await worker.until((view) => view.preflight === null);
});

test('a check that goes wrong says so, is logged, and leaves the worker at work', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => {});
	const worker = createWorkerService();
	await worker.pick(folder, createFolder('elves', 2));
	worker.service.checkDraft({ ...draftOf(), options: null as never });
	const { preflight } = await worker.until((view) => view.preflight !== null);
	expect(preflight).toMatchObject({
		refused: 'The preflight could not run; you can start the merge anyway.',
	});
	expect(log).toHaveBeenCalledWith('The preflight could not be made', expect.any(TypeError));
	worker.service.checkDraft(draftOf());
	await worker.until((view) => kindsOf(view.preflight)?.toString() === '');
	log.mockRestore();
});

test('all that a finding is about is listed, of the draft as it is set', async () => {
	const worker = createWorkerService();
	await worker.pick(folder, createFolder('elves', 30));
	expect(worker.service.preflightRows('nameBytes')).toEqual([]);
	worker.service.checkDraft(draftOf({}, 'The Winter Court of the Ice King'));
	const rows = worker.service.preflightRows('nameBytes');
	expect(rows).toHaveLength(30);
	expect(rows[29]).toMatch(/30\.png: 36 bytes\.$/);
	expect(worker.service.preflightRows('repeatedNames')).toEqual([]);
});

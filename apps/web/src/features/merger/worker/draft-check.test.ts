// @vitest-environment node
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
	description: '',
	options: mergeOptionsSchema.parse(options),
});

const kindsOf = (preflight: DraftPreflight | null) =>
	preflight === null || 'refused' in preflight ? preflight : preflight.findings.map(({ kind }) => kind);

test('what is set is checked with what was picked, again with every change', async () => {
	const worker = createWorkerService();
	worker.service.checkDraft(draftOf());
	await worker.pick(folder, createFolder('elves', 3));
	const { preflight } = await worker.until((view) => view.preflight !== null);
	expect(preflight).toEqual({ tokenCount: 3, findings: [] });
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
	worker.service.checkDraft(draftOf({ fixes: { missingMetadata: 'drop' } }));
	const { preflight } = await worker.until((view) => view.preflight !== null);
	expect(preflight).toEqual({ refused: 'The chosen fixes leave out every image.' });
	worker.service.checkDraft(null);
	await worker.until((view) => view.preflight === null);
});

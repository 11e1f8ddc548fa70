import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyHistory, classifyQueued, isQueued } from './history.ts';

const id = 'a-b';
const file = (filename: string, type = 'output') => ({ filename, subfolder: 'x', type });

describe('what ComfyUI tells of a prompt', () => {
	it('is a picture once there is one, what is saved before what is shown', () => {
		const outputs = { '7': { images: [file('shown.png', 'temp')] }, '9': { images: [file('saved.png')] } };
		expect(classifyHistory({ [id]: { outputs } }, id)).toEqual({ kind: 'picture', file: file('saved.png') });
		const shown = { [id]: { outputs: { '7': outputs['7'] }, status: null } };
		expect(classifyHistory(shown, id)).toEqual({ kind: 'picture', file: file('shown.png', 'temp') });
		const others = {
			[id]: { outputs: { '1': { text: ['x'] }, '2': { images: [null, {}, { filename: '' }] }, '3': 5 } },
		};
		expect(classifyHistory(others, id).kind).toBe('no_image');
	});

	it('is nothing while it is not there', () => {
		for (const body of [{}, null, [], 'x', { other: {} }, { [id]: null }]) {
			expect(classifyHistory(body, id)).toEqual({ kind: 'none' });
		}
	});

	it('is how it failed, by the messages of its status', () => {
		const kindOf = (...messages: readonly unknown[]) =>
			classifyHistory({ [id]: { outputs: {}, status: { status_str: 'error', messages } } }, id).kind;
		expect(kindOf(['execution_error', { exception_type: 'torch.OutOfMemoryError' }])).toBe('transient');
		expect(kindOf(['execution_interrupted', {}])).toBe('transient');
		expect(kindOf(['execution_error', { exception_type: 'ValueError' }])).toBe('request');
		expect(kindOf(7, [], ['x'], [1, 2])).toBe('request');
	});

	it('names a prompt that was taken, unless the name could lead elsewhere', () => {
		const queued = (body: unknown) => classifyQueued({ kind: 'answer', body });
		expect(queued({ prompt_id: id })).toEqual({ promptId: id });
		for (const prompt_id of ['../queue', '', 'a/b', 5, 'x'.repeat(101)]) {
			expect(queued({ prompt_id })).toMatchObject({ kind: 'transient' });
		}
	});

	it('has a prompt in its queue, running or waiting, and counts as having it when it cannot be read', () => {
		const item = [1, id, {}, {}, []];
		expect(isQueued({ queue_running: [item], queue_pending: [] }, id)).toBe(true);
		expect(isQueued({ queue_running: [], queue_pending: [[2, 'other'], item] }, id)).toBe(true);
		expect(isQueued({ queue_running: [], queue_pending: [[2, 'other'], null, 5] }, id)).toBe(false);
		expect(isQueued({}, id)).toBe(true);
	});

	it('never makes anything throw, nor is any of its text repeated', () => {
		const word = 'canary';
		const values = [fc.constant(word), fc.integer(), fc.boolean(), fc.constant(null)];
		const keys = ['outputs', 'status', 'status_str', 'messages', 'images', 'filename', 'prompt_id', id];
		const json = fc.anything({ key: fc.constantFrom(...keys), values });
		const body = fc.oneof(
			json,
			fc.record({ [id]: json }),
			fc.record({ [id]: fc.record({ outputs: json, status: json }) }),
		);
		fc.assert(
			fc.property(body, fc.integer({ min: 100, max: 599 }), (value, status) => {
				const outcome = classifyHistory(value, id);
				const refused = classifyQueued({ kind: 'refusal', status, headers: {}, body: value });
				if (outcome.kind !== 'picture') expect(JSON.stringify(outcome)).not.toContain(word);
				expect(JSON.stringify(refused)).not.toContain(word);
			}),
		);
	});
});

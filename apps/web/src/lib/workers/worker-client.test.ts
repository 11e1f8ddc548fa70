import { afterEach, expect, test, vi } from 'vitest';
import { stubWorkers } from '../../test/workers.ts';
import { WorkerClient } from './worker-client.ts';

const api = {
	double: (number: number) => number * 2,
	count(to: number, report: (number: number) => void): void {
		for (let number = 1; number <= to; number++) report(number);
	},
	never: () => new Promise<never>(() => {}),
	refuse(): void {
		throw new RangeError('Too many files.');
	},
};

afterEach(() => {
	vi.unstubAllGlobals();
});

function openClient() {
	const started = stubWorkers(() => api);
	const onBroken = vi.fn();
	const client = new WorkerClient<typeof api>(() => new Worker(new URL('https://adx.test/worker.ts')), onBroken);
	return { client, onBroken, started, isOpen: client.open() };
}

test('answers calls and reports progress', async () => {
	const { client, isOpen } = openClient();
	expect(isOpen).toBe(true);
	expect(await client.call(({ double }) => double(21))).toBe(42);
	const reported: number[] = [];
	const report = client.callback((number: number) => void reported.push(number));
	await client.call(({ count }) => count(3, report));
	await vi.waitFor(() => expect(reported).toEqual([1, 2, 3]));
	client.close();
	report(4);
	expect(reported).toEqual([1, 2, 3]);
});

test('a call rejects with the name and the message of what was thrown', async () => {
	const { client, onBroken } = openClient();
	const refused = client.call(({ refuse }) => refuse());
	await expect(refused).rejects.toMatchObject({ name: 'RangeError', message: 'Too many files.' });
	expect(onBroken).not.toHaveBeenCalled();
});

test('open calls reject with an empty message when the worker breaks; it can be opened again', async () => {
	const { client, onBroken, started } = openClient();
	const open = client.call(({ never }) => never());
	started[0]?.dispatchEvent(new Event('error'));
	await expect(open).rejects.toMatchObject({ message: '' });
	expect(onBroken).toHaveBeenCalledOnce();
	expect(started[0]?.isTerminated).toBe(true);
	await expect(client.call(({ double }) => double(1))).rejects.toMatchObject({ message: '' });
	client.open();
	expect(await client.call(({ double }) => double(1))).toBe(2);
});

test('one that cannot fail and does breaks the worker', async () => {
	const { client, onBroken } = openClient();
	const take = vi.fn();
	client.send(({ double }) => double(2), take);
	client.send(({ refuse }) => refuse(), take);
	await vi.waitFor(() => expect(onBroken).toHaveBeenCalledOnce());
	expect(take.mock.calls).toEqual([[4]]);
});

test('without workers in the browser nothing opens', () => {
	vi.stubGlobal('Worker', undefined);
	const client = new WorkerClient<typeof api>(
		() => new Worker(''),
		() => {},
	);
	expect(client.open()).toBe(false);
});

test('what was sent in parts to one worker is not finished by the next', () => {
	const { client } = openClient();
	const requireSameWorker = client.pin();
	requireSameWorker();
	client.close();
	expect(requireSameWorker).toThrow(new Error(''));
	client.open();
	expect(requireSameWorker).toThrow(new Error(''));
	client.pin()();
});

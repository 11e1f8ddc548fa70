import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UploadError } from './upload-api.ts';
import { maxAttemptsPerFile, maxParallelUploads, UploadEngine, type UploadItem } from './upload-engine.ts';
import { MemoryServer } from './upload-testing.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const hashOf = (number: number) => number.toString(16).padStart(64, '0');
const itemsOf = (count: number): UploadItem[] =>
	Array.from({ length: count }, (_, index) => ({ sha256: hashOf(index + 1), sizeBytes: 10, as: 'image' }));

function openEngine() {
	const server = new MemoryServer();
	const refused = new Map<string, string>();
	const arrived: string[] = [];
	const blobs = { find: async (_sha256: string): Promise<Blob | null> => new Blob(['0123456789']) };
	const engine = new UploadEngine({
		server,
		findBlob: (sha256) => blobs.find(sha256),
		onChange: () => {},
		onArrived: (sha256) => arrived.push(sha256),
		onRefused: (sha256, sentence) => refused.set(sha256, sentence),
		onMissing: () => {},
	});
	return { engine, server, refused, arrived, blobs };
}

const settle = (ms = 100) => vi.advanceTimersByTimeAsync(ms);

describe('sending by content', () => {
	test('asks in slices of a thousand and sends only what is missing, several at once', async () => {
		const { engine, server, arrived } = openEngine();
		for (const { sha256 } of itemsOf(2_500).slice(0, 2_480)) server.stored.set(sha256, new Blob());
		engine.add(itemsOf(2_500));
		await settle();
		expect(server.asked.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
		expect(server.sent).toHaveLength(20);
		expect(server.mostAtOnce).toBe(maxParallelUploads);
		expect(arrived).toHaveLength(2_500);
		expect(engine.view()).toMatchObject({ phase: 'idle', arrivedCount: 2_500, alreadyHereCount: 2_480, openBytes: 0 });
	});

	test('the list of a collection is not an image, and is sent without saying that images are', async () => {
		const { engine, server } = openEngine();
		for (const { sha256 } of itemsOf(2)) server.stored.set(sha256, new Blob());
		engine.add(itemsOf(2));
		await settle();
		server.trouble = (sha256) => (sha256 === hashOf(3) ? new UploadError('unreachable', 'No line.') : null);
		engine.add([{ ...itemsOf(3)[2]!, as: 'manifest' }]);
		expect(engine.view()).toMatchObject({ phase: 'checking', totalCount: 2, arrivedCount: 2 });
		await settle();
		expect(engine.view()).toMatchObject({ phase: 'waiting', message: 'No line.', totalCount: 2, uncheckedCount: 0 });
		server.trouble = () => null;
		engine.resume();
		expect(engine.view().phase).toBe('checking');
		await settle();
		expect(engine.view()).toMatchObject({ phase: 'idle', totalCount: 2, arrivedCount: 2 });
	});

	test('the same bytes under several names travel once', async () => {
		const { engine, server } = openEngine();
		engine.add([...itemsOf(1), ...itemsOf(1)]);
		engine.add(itemsOf(1));
		await settle();
		expect(server.sent).toHaveLength(1);
	});

	test('rejects a bad file by itself with the sentence of the server; the rest goes on', async () => {
		const { engine, server, refused } = openEngine();
		server.trouble = (sha256) => (sha256 === hashOf(2) ? new UploadError('refused', 'This is not a picture.') : null);
		engine.add(itemsOf(4));
		await settle();
		expect(Object.fromEntries(refused)).toEqual({ [hashOf(2)]: 'This is not a picture.' });
		expect(engine.view()).toMatchObject({ phase: 'idle', arrivedCount: 3, totalCount: 3 });
	});

	test('a lost line is tried again with growing patience, and nothing that arrived travels twice', async () => {
		const { engine, server } = openEngine();
		let isOffline = true;
		server.trouble = (sha256) =>
			isOffline && sha256 !== null ? new UploadError('unreachable', 'The server cannot be reached.') : null;
		engine.add(itemsOf(3));
		await settle();
		expect(engine.view()).toMatchObject({ phase: 'waiting', message: 'The server cannot be reached.' });
		const triesAtOnce = server.sent.length;
		await settle(1_000);
		expect(server.sent.length).toBeGreaterThan(triesAtOnce);
		expect(engine.view().phase).toBe('waiting');
		isOffline = false;
		engine.resume();
		await settle();
		expect(engine.view()).toMatchObject({ phase: 'idle', arrivedCount: 3 });
		const sentBefore = server.sent.length;
		engine.recheck(itemsOf(3).map(({ sha256 }) => sha256));
		await settle();
		expect(server.sent).toHaveLength(sentBefore);
	});

	test('what is asked for again counts as arrived until the server lacks it', async () => {
		const { engine, server } = openEngine();
		server.stored.set(hashOf(1), new Blob());
		engine.add(itemsOf(3));
		await settle();
		server.trouble = () => new UploadError('unreachable', 'No line.');
		engine.recheck(itemsOf(3).map(({ sha256 }) => sha256));
		await settle();
		const counts = { arrivedCount: 3, alreadyHereCount: 1, uncheckedCount: 0, openBytes: 0 };
		expect(engine.view()).toMatchObject({ phase: 'waiting', message: 'No line.', ...counts });
		server.trouble = (sha256) => (sha256 ? new UploadError('unreachable', 'No line.') : null);
		server.stored.delete(hashOf(2));
		engine.resume();
		await settle();
		expect(engine.view()).toMatchObject({ arrivedCount: 2, openBytes: 10 });
	});

	test('a full disk pauses with its sentence and goes on by itself when there is room', async () => {
		const { engine, server } = openEngine();
		let isFull = true;
		server.trouble = (sha256) => (isFull && sha256 ? new UploadError('storage_full', 'The disk is full.') : null);
		engine.add(itemsOf(2));
		await settle();
		expect(engine.view()).toMatchObject({ phase: 'paused', message: 'The disk is full.' });
		isFull = false;
		await settle(30_000);
		expect(engine.view()).toMatchObject({ phase: 'idle', arrivedCount: 2 });
	});

	test('without access it stops until somebody says to go on', async () => {
		const { engine, server } = openEngine();
		let isSignedOut = true;
		server.trouble = () => (isSignedOut ? new UploadError('no_access', 'Please log in.') : null);
		engine.add(itemsOf(1));
		await settle(120_000);
		expect(engine.view()).toMatchObject({ phase: 'paused', message: 'Please log in.' });
		isSignedOut = false;
		engine.resume();
		await settle();
		expect(engine.view().arrivedCount).toBe(1);
	});

	test.each([true, false])(
		'a used up quota stops it with the sentence (asked before: %s), without trying again',
		async (early) => {
			const { engine, server } = openEngine();
			let isFull = true;
			server.trouble = (sha256) =>
				isFull && (early || sha256 !== null) ? new UploadError('quota', 'Your uploads take 20 GB.') : null;
			engine.add(itemsOf(1));
			await settle(120_000);
			expect(engine.view()).toMatchObject({ phase: 'paused', message: 'Your uploads take 20 GB.' });
			expect(server.sent).toHaveLength(early ? 0 : 1);
			isFull = false;
			engine.resume();
			await settle();
			expect(engine.view().arrivedCount).toBe(1);
		},
	);

	test('waits as long as the server asks it to', async () => {
		const { engine, server } = openEngine();
		let isBusy = true;
		server.trouble = (sha256) => (isBusy && sha256 ? new UploadError('busy', 'Too many.', 20_000) : null);
		engine.add(itemsOf(1));
		await settle();
		isBusy = false;
		await settle(19_000);
		expect(engine.view().phase).toBe('waiting');
		await settle(2_000);
		expect(engine.view().phase).toBe('idle');
	});

	test('sends one at a time from the first that took too long, until all have arrived', async () => {
		const { engine, server } = openEngine();
		const overdue = new UploadError('slow', 'The request took too long to arrive.');
		// As on a slow line: several at once are all cut off.
		server.trouble = (sha256) => (sha256 !== null && server.atOnce > 0 ? overdue : null);
		engine.add(itemsOf(20));
		await settle();
		expect(server.mostAtOnce).toBe(maxParallelUploads);
		expect(engine.view()).toMatchObject({ phase: 'waiting', message: overdue.message });
		server.mostAtOnce = 0;
		await settle(120_000);
		expect(engine.view()).toMatchObject({ phase: 'idle', arrivedCount: 20 });
		expect(server.mostAtOnce).toBe(1);
	});

	test('gives up a file that takes too long by itself, and sends the others', async () => {
		const { engine, server, refused } = openEngine();
		const overdue = new UploadError('slow', 'The request took too long to arrive.');
		server.trouble = (sha256) => (sha256 === hashOf(2) ? overdue : null);
		engine.add(itemsOf(20));
		await settle(600_000);
		expect(engine.view()).toMatchObject({ phase: 'idle', arrivedCount: 19 });
		expect(refused).toEqual(new Map([[hashOf(2), overdue.message]]));
	});

	test('rejects a file on which the server fails again and again', async () => {
		const { engine, server, refused } = openEngine();
		server.trouble = (sha256) => (sha256 === hashOf(1) ? new UploadError('mismatch', 'It arrived damaged.') : null);
		engine.add(itemsOf(2));
		await settle(1_000);
		expect(server.sent.filter(([sha256]) => sha256 === hashOf(1))).toHaveLength(maxAttemptsPerFile);
		expect(refused.get(hashOf(1))).toBe('It arrived damaged.');
	});

	test('knows which bytes are gone, and takes them when they come again', async () => {
		const { engine, blobs } = openEngine();
		const find = blobs.find;
		blobs.find = async () => null;
		engine.add(itemsOf(1));
		await settle();
		expect(engine.isLost(hashOf(1))).toBe(true);
		blobs.find = find;
		engine.add(itemsOf(1));
		await settle();
		expect(engine.isLost(hashOf(1))).toBe(false);
		expect(engine.view().arrivedCount).toBe(1);
	});

	test('a file that was changed on disk since it was picked counts as gone, not as a lost line', async () => {
		const { engine, server, blobs } = openEngine();
		const changed = new Blob(['x']);
		changed.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as unknown as Blob;
		blobs.find = async () => changed;
		server.trouble = (sha256) => (sha256 === null ? null : new UploadError('unreachable', 'No answer.'));
		engine.add(itemsOf(1));
		await settle();
		expect(engine.isLost(hashOf(1))).toBe(true);
		expect(engine.view().phase).toBe('idle');
	});

	test('tells by itself when files are settled: arrived, refused or lost', async () => {
		const { engine, server, blobs } = openEngine();
		const hashes = itemsOf(3).map(({ sha256 }) => sha256);
		const { find } = blobs;
		blobs.find = async (sha256) => (sha256 === hashOf(2) ? null : find(sha256));
		server.trouble = (sha256) => (sha256 === hashOf(3) ? new UploadError('refused', 'This is not a picture.') : null);
		const settled = vi.fn();
		engine.add(itemsOf(3));
		void engine.whenSettled(hashes).then(settled);
		await vi.advanceTimersByTimeAsync(0);
		expect(settled).not.toHaveBeenCalled();
		await settle();
		expect(settled).toHaveBeenCalledOnce();
		expect(hashes.map((sha256) => [engine.isLost(sha256), engine.isRefused(sha256)])).toEqual([
			[false, false],
			[true, false],
			[false, true],
		]);
	});

	test('what is asked for again while others are awaited is awaited again', async () => {
		const { engine, server, blobs } = openEngine();
		engine.add(itemsOf(1));
		await settle();
		const found = [Promise.withResolvers<Blob>(), Promise.withResolvers<Blob>()] as const;
		blobs.find = (sha256) => found[sha256 === hashOf(1) ? 0 : 1].promise;
		const settled = vi.fn();
		engine.add(itemsOf(2));
		void engine.whenSettled([hashOf(1), hashOf(2)]).then(settled);
		await settle();
		server.stored.delete(hashOf(1));
		engine.recheck([hashOf(1)]);
		found[1].resolve(new Blob(['0123456789']));
		await settle();
		expect(settled).not.toHaveBeenCalled();
		found[0].resolve(new Blob(['0123456789']));
		await settle();
		expect(settled).toHaveBeenCalledOnce();
	});

	test('tells rate and open bytes', async () => {
		const { engine, server } = openEngine();
		const send = server.send.bind(server);
		server.send = async (...args) => {
			await new Promise((resolve) => setTimeout(resolve, 500));
			await send(...args);
		};
		engine.add(itemsOf(40));
		await settle(2_600);
		const { bytesPerSecond, openBytes, arrivedCount } = engine.view();
		expect(arrivedCount * 10 + openBytes).toBe(400);
		expect(bytesPerSecond).toBeGreaterThan(80);
		expect(bytesPerSecond).toBeLessThan(110);
	});

	test.each([
		{ sendMs: 2_000, afterMs: 4_100, expected: 25 },
		{ sendMs: 20_000, afterMs: 40_100, expected: 2.5 },
	])('the rate of a few large files, $sendMs ms each, is not that of more than travelled', async (line) => {
		const { engine, server } = openEngine();
		const send = server.send.bind(server);
		server.send = async (...args) => {
			await new Promise((resolve) => setTimeout(resolve, line.sendMs));
			await send(...args);
		};
		engine.add(itemsOf(40));
		await settle(line.afterMs);
		expect(engine.view().bytesPerSecond).toBeGreaterThan(line.expected * 0.9);
		expect(engine.view().bytesPerSecond).toBeLessThan(line.expected * 1.1);
	});

	test('the rate after a pause is that of what is sent then', async () => {
		const { engine, server } = openEngine();
		const send = server.send.bind(server);
		server.send = async (...args) => {
			await new Promise((resolve) => setTimeout(resolve, 500));
			await send(...args);
		};
		engine.add(itemsOf(5));
		await settle(60_000);
		engine.add(itemsOf(45));
		await settle(2_600);
		expect(engine.view().bytesPerSecond).toBeGreaterThan(80);
		expect(engine.view().bytesPerSecond).toBeLessThan(110);
	});
});

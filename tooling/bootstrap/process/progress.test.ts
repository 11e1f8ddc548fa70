import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withProgress } from './progress.mjs';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const texts = { doing: 'Installing packages', done: 'Installed packages', hint: 'about a minute' };

/** Shows the progress of a step that ends, or fails, after 25 seconds; returns all that was written. */
async function run(isTTY: boolean, failure?: Error): Promise<string> {
	let written = '';
	const stream = { isTTY, write: (text: string) => (written += text) };
	const step = withProgress(
		texts,
		async (setDetail) => {
			await new Promise((resolve) => setTimeout(resolve, 15_000));
			setDetail('40 of 120');
			await new Promise((resolve) => setTimeout(resolve, 10_000));
			if (failure !== undefined) throw failure;
			return 'result';
		},
		stream,
	);
	const outcome = step.catch((error: unknown) => error);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(await outcome).toBe(failure ?? 'result');
	return written;
}

describe('the progress of a long step', () => {
	test('is a line every ten seconds in a log, and one at the end', async () => {
		expect(await run(false)).toBe(
			'Installing packages (about a minute) …\n  10 s\n  20 s, 40 of 120\nInstalled packages in 25 s.\n',
		);
	});

	test('is one line that counts on a terminal', async () => {
		const lines = (await run(true)).split('\r\u001b[K');
		expect(lines).toHaveLength(26);
		expect(lines[1]).toBe('  1 s');
		expect(lines[24]).toBe('  24 s, 40 of 120');
		expect(lines[25]).toBe('Installed packages in 25 s.\n');
	});

	test('says nothing more once the step has failed', async () => {
		const failure = new Error('no network');
		expect(await run(false, failure)).toBe('Installing packages (about a minute) …\n  10 s\n  20 s, 40 of 120\n');
		expect((await run(true, failure)).endsWith('  24 s, 40 of 120\r\u001b[K')).toBe(true);
	});
});

import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openTerminal } from './terminal.ts';

/** A terminal of which everything that appears is kept. */
function createTerminal(isTTY: boolean) {
	const input = Object.assign(new PassThrough(), { isTTY });
	let shown = '';
	const output = new Writable({
		write(chunk, _encoding, done) {
			shown += chunk;
			done();
		},
	});
	return { input, terminal: openTerminal(input, output), shown: () => shown };
}

describe('openTerminal', () => {
	it('never shows a secret that is typed, and goes on with the next question', async () => {
		const { input, terminal, shown } = createTerminal(true);
		const secret = terminal.readSecret('Private key');
		for (const letter of 'hunter2\r') input.write(letter);
		expect(await secret).toBe('hunter2');
		const answer = terminal.confirm('Deploy?');
		input.write('y\r');
		expect(await answer).toBe(true);
		const all = shown();
		expect(all).toContain('Private key: ');
		expect(all).toContain('Deploy? [y/N]');
		expect(all).not.toMatch(/[h2]/);
	});

	it.each([
		['yes', true],
		['Y', true],
		['', false],
		['n', false],
		['yesterday', false],
	])('understands %o', async (typed, expected) => {
		const { input, terminal } = createTerminal(true);
		const answer = terminal.confirm('Deploy?');
		input.write(`${typed}\r`);
		expect(await answer).toBe(expected);
	});

	it('reads a secret from a pipe, without a question', async () => {
		const { input, terminal, shown } = createTerminal(false);
		input.end('secret\nmore\n');
		expect(await terminal.readSecret('Private key')).toBe('secret');
		expect(shown()).toBe('');
	});

	it('rejects an empty pipe and Ctrl-C with a sentence', async () => {
		const empty = createTerminal(false);
		empty.input.end();
		await expect(empty.terminal.readSecret('Private key')).rejects.toThrow('nothing was sent');
		const stopped = createTerminal(true);
		const answer = stopped.terminal.confirm('Deploy?');
		stopped.input.write('\u0003');
		await expect(answer).rejects.toThrow('nothing was sent');
	});
});

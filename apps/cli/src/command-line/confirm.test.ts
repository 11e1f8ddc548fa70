import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { confirm } from './confirm.ts';

const texts = { question: 'Pay for them?', unasked: 'Add --yes.', declined: 'Nothing was paid.' };

const terminal = (typed: string | null) => {
	const input = Object.assign(new PassThrough(), { isTTY: true });
	if (typed === null) input.end();
	else input.write(typed);
	return input;
};

it.each(['y\n', 'Yes\n'])('goes on after %j', async (typed) => {
	const output = new PassThrough();
	await confirm(texts, terminal(typed), output);
	expect(String(output.read())).toContain('Pay for them? [y/N]');
});

it.each([['\n'], ['no\n'], [null]])('rejects after %j', async (typed) => {
	await expect(confirm(texts, terminal(typed), new PassThrough())).rejects.toThrow('Nothing was paid.');
});

it('rejects without asking where nobody can answer', async () => {
	const output = new PassThrough();
	await expect(confirm(texts, new PassThrough(), output)).rejects.toThrow('Add --yes.');
	expect(output.read()).toBeNull();
});

import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { confirmPrice } from './confirm-price.ts';

const terminal = (typed: string | null) => {
	const input = Object.assign(new PassThrough(), { isTTY: true });
	if (typed === null) input.end();
	else input.write(typed);
	return input;
};

it.each(['y\n', 'Yes\n'])('goes on after %j', async (typed) => {
	const output = new PassThrough();
	await confirmPrice(terminal(typed), output);
	expect(String(output.read())).toContain('Pay for them? [y/N]');
});

it.each([['\n'], ['no\n'], [null]])('rejects after %j', async (typed) => {
	const paying = confirmPrice(terminal(typed), new PassThrough());
	await expect(paying).rejects.toThrow('Nothing was paid and nothing written.');
});

it('rejects without asking where nobody can answer', async () => {
	const output = new PassThrough();
	await expect(confirmPrice(new PassThrough(), output)).rejects.toThrow(/add --yes/);
	expect(output.read()).toBeNull();
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { races } from '@adx/validators/catalogue/races';
import { installZodMessages } from '@adx/validators/zod-messages';
import { beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../command-line/errors.ts';
import { smallCollectionArgs } from '../../testing/command-testing.ts';
import { readGenerateOptions } from './generate-options.ts';

beforeAll(() => installZodMessages());
const read = (...args: string[]) => readGenerateOptions([...smallCollectionArgs, ...args]);
const refusalOf = async (...args: string[]): Promise<string> => {
	try {
		await read(...args);
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
	throw new Error('was accepted');
};

describe('readGenerateOptions', () => {
	it('reads lists that are repeated, separated by commas or both, and defaults to one image of the forge', async () => {
		expect(await read('--race', 'human,halfling', '--out', 'there')).toMatchObject({
			request: { races: ['elf', 'human', 'halfling'], classes: ['wizard'], batchSize: 1, engine: 'forge', seed: 'one' },
			outDirectory: 'there',
			zipFile: null,
			planOnly: false,
		});
	});

	it('makes up another seed each time when none is given', async () => {
		const withoutSeed = [...smallCollectionArgs.slice(0, -2), '--plan-only'];
		const orders = [await readGenerateOptions(withoutSeed), await readGenerateOptions(withoutSeed)];
		const seeds = orders.map((options) => ('shown' in options ? '' : options.request.seed));
		expect(seeds[0]).not.toBe('');
		expect(seeds[0]).not.toBe(seeds[1]);
	});

	it('answers help and lists before it judges anything else', async () => {
		expect(await readGenerateOptions(['--help', '--count', 'abc'])).toEqual({
			shown: [expect.stringMatching(/^Usage: npm run generate/)],
		});
		const { shown } = (await readGenerateOptions(['--list', 'races', '--count', 'abc'])) as { shown: string[] };
		expect(shown).toHaveLength(races.length);
		expect(shown).toContainEqual(expect.stringMatching(/^elf +Elf$/));
	});

	it('takes weights and rules from files', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'adx-options-'));
		const save = (name: string, value: unknown) => {
			writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
			return join(folder, name);
		};
		const rule = {
			kind: 'never',
			left: { trait: 'race', value: 'elf' },
			right: { trait: 'items', value: 'oaken-staff' },
		};
		const weights = { divinity: { none: 10 } };
		const files = ['--weights', save('weights.json', weights), '--rules', save('rules.json', [rule])];
		try {
			expect(await read('--plan-only', ...files)).toMatchObject({ request: { weights, rules: [rule] } });
			expect(await refusalOf('--plan-only', '--weights', save('bad.json', '{'))).toMatch(
				/^--weights \S+: is not JSON\.$/,
			);
			const typo = save('typo.json', { race: { efl: 1 } });
			expect(await refusalOf('--plan-only', '--weights', typo)).toMatch(/^--weights race efl: .*Did you mean elf\?/);
			const wrong = save('wrong.json', [{ ...rule, left: { trait: 'race', value: 'efl' } }]);
			expect(await refusalOf('--plan-only', '--rules', wrong)).toMatch(/^--rules 0 left value: .*Did you mean elf\?/);
			expect(await refusalOf('--plan-only', '--rules', join(folder, 'none'))).toMatch(/^--rules \S+none: no such file/);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it.each(['1', '10000'])('takes --count %s', async (count) => {
		expect(await read('--plan-only', '--count', count)).toMatchObject({ request: { batchSize: Number(count) } });
	});

	it.each(['abc', '', '0', '10001', '1.5', '1e3', '0x10', ' 5', '9'.repeat(400)])(
		'rejects --count "%s"',
		async (count) => {
			expect(await refusalOf('--plan-only', `--count=${count}`)).toMatch(/^--count: a whole number from 1 to 10000\b/);
		},
	);

	it.each([
		[['--race', 'robot', '--plan-only'], /^--race: Unknown race "robot"/],
		[['--style', '', '--plan-only'], /^--style: Select an art style/],
		[['--engine', 'magic', '--plan-only'], /^--engine: /],
		[
			['--race', 'efl', '--plan-only'],
			/^--race: Unknown race "efl"\. Did you mean elf\? See --list races\. See --help\.$/,
		],
		[['--list', 'race'], /^--list: one of races, .*Did you mean races\?/],
		[['--rase', 'elf'], /^Unknown option '--rase'\. Did you mean --race\? See --help\.$/],
		[['--nonsense'], /nonsense/],
		[['stray'], /stray/],
		[['--out='], /^--out: /],
		[['--zip='], /^--zip: /],
		[['--count', '--out', 'there'], /--count/],
		[[], /^Say where to write/],
	])('rejects %j in one line that names the option', async (args, message) => {
		const refusal = await refusalOf(...args);
		expect(refusal).toMatch(message);
		expect(refusal).not.toContain('\n');
	});
});

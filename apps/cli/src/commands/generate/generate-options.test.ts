import { installZodMessages } from '@adx/validators/zod-messages';
import { beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../command-line/errors.ts';
import { smallCollectionArgs } from '../../testing/command-testing.ts';
import { readGenerateOptions } from './generate-options.ts';

beforeAll(() => installZodMessages());
const read = (...args: string[]) => readGenerateOptions([...smallCollectionArgs, ...args]);
const refusalOf = (...args: string[]): string => {
	try {
		read(...args);
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
	throw new Error('was accepted');
};

describe('readGenerateOptions', () => {
	it('reads lists that are repeated, separated by commas or both, and defaults to one image of the forge', () => {
		expect(read('--race', 'human,halfling', '--out', 'there')).toMatchObject({
			request: { races: ['elf', 'human', 'halfling'], classes: ['wizard'], batchSize: 1, engine: 'forge', seed: 'one' },
			outDirectory: 'there',
			zipFile: null,
			planOnly: false,
		});
	});

	it('makes up another seed each time when none is given', () => {
		const withoutSeed = [...smallCollectionArgs.slice(0, -2), '--plan-only'];
		const seeds = [1, 2].map(() => {
			const options = readGenerateOptions(withoutSeed);
			return options === 'help' ? '' : options.request.seed;
		});
		expect(seeds[0]).not.toBe('');
		expect(seeds[0]).not.toBe(seeds[1]);
	});

	it('answers help before it judges anything else', () => {
		expect(readGenerateOptions(['--help', '--count', 'abc'])).toBe('help');
	});

	it.each(['1', '10000'])('takes --count %s', (count) => {
		expect(read('--plan-only', '--count', count)).toMatchObject({ request: { batchSize: Number(count) } });
	});

	it.each(['abc', '', '0', '10001', '1.5', '1e3', '0x10', ' 5', '9'.repeat(400)])('rejects --count "%s"', (count) => {
		expect(refusalOf('--plan-only', `--count=${count}`)).toMatch(/^--count: a whole number from 1 to 10000\b/);
	});

	it.each([
		[['--race', 'robot', '--plan-only'], /^--race: Unknown race "robot"/],
		[['--style', '', '--plan-only'], /^--style: Select an art style/],
		[['--engine', 'magic', '--plan-only'], /^--engine: /],
		[['--nonsense'], /nonsense/],
		[['stray'], /stray/],
		[['--out='], /^--out: /],
		[['--zip='], /^--zip: /],
		[['--count', '--out', 'there'], /--count/],
		[[], /^Say where to write/],
	])('rejects %j in one line that names the option', (args, message) => {
		const refusal = refusalOf(...args);
		expect(refusal).toMatch(message);
		expect(refusal).not.toContain('\n');
	});
});

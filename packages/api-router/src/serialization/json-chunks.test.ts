import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { toJsonChunks, toSuperjsonChunks } from './json-chunks.ts';

const textOf = (pieces: readonly Buffer[]) => Buffer.concat(pieces).toString('utf8');

const key = fc.string().filter((text) => !/^(?:__proto__|constructor|prototype|toJSON)$/.test(text));
const answer = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom(null, true, '', -0, Number.NaN, undefined),
		fc.string({ unit: 'binary' }),
		fc.double(),
		fc.date(),
		fc.array(tie('value'), { maxLength: 60 }),
		fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
	),
})).value;

describe('JSON in pieces', () => {
	it('is what JSON.stringify makes', async () => {
		const property = fc.asyncProperty(
			answer.filter((value) => value !== undefined),
			async (value) => {
				expect(textOf(await toJsonChunks(value))).toBe(JSON.stringify(value));
			},
		);
		await fc.assert(property, { numRuns: 1_000 });
	});

	it('is read by superjson as what superjson makes', async () => {
		const property = fc.asyncProperty(answer, async (value) => {
			const sent = JSON.parse(textOf(await toSuperjsonChunks(value)));
			expect(superjson.deserialize(sent)).toStrictEqual(
				superjson.deserialize(JSON.parse(JSON.stringify(superjson.serialize(value)))),
			);
		});
		await fc.assert(property, { numRuns: 1_000 });
	});

	it('says of dates what superjson says', async () => {
		const [first, second] = [new Date('2026-11-21T10:00:00.000Z'), new Date(0)];
		const value = { list: [{ at: first, name: 'one' }, { at: null }], at: second };
		expect(JSON.parse(textOf(await toSuperjsonChunks(value)))).toEqual(
			JSON.parse(JSON.stringify(superjson.serialize(value))),
		);
	});
});

import { AppError } from '@adx/core/platform/errors';
import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { inputTransformer } from './input-transformer.ts';

const read = (sent: unknown) => inputTransformer.deserialize(structuredClone(sent));
const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const isRefusal = expect.objectContaining({ name: 'AppError', code: 'INVALID', reason: 'bad_input' });

const refusalOf = (sent: unknown): unknown => {
	try {
		read(sent);
	} catch (error) {
		return error;
	}
};

const key = fc.oneof(
	fc.constantFrom('a', '0', '1', 'a.b', 'a\\b', 'a\\.b', '.', '\\', '', 'length', 'toString', 'hasOwnProperty'),
	fc
		.string({ unit: 'binary' })
		.filter((text) => !text.includes('\0') && !/^(?:__proto__|constructor|prototype)$/.test(text)),
);
/** What the page's forms can hold: JSON, and fields left out or cleared. */
const honest = fc.letrec((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom(undefined, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, true, ''),
		fc.string(),
		fc.double(),
		fc.array(tie('value'), { maxLength: 5 }),
		fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
	),
})).value;

describe('input of a client', () => {
	it('is read as superjson reads it', () => {
		fc.assert(
			fc.property(honest, (value) => {
				const sent = overWire(inputTransformer.serialize(value));
				expect(read(sent)).toStrictEqual(superjson.deserialize(structuredClone(sent) as never));
				expect(read(sent)).toStrictEqual(value);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('may hold one object twice, which arrives as two', () => {
		const one = { name: undefined, list: [1] };
		const sent = overWire(superjson.serialize({ first: one, second: one, list: [one] }));
		expect(sent).toHaveProperty('meta.referentialEqualities');
		expect(read(sent)).toStrictEqual({ first: one, second: one, list: [one] });
	});

	it.each([{}, { json: undefined }, { json: null, meta: { values: ['undefined'], v: 1 } }])(
		'of a call without any is undefined: %j',
		(sent) => expect(read(sent)).toBeUndefined(),
	);
});

const types = [
	['typed-array', 'Uint8Array'],
	['typed-array', 'Float64Array'],
	['class', 'Object'],
	['custom', 'Decimal'],
	['symbol', 'iterator'],
	...['bigint', 'Date', 'Error', 'regexp', 'set', 'map', 'URL', 'toString', '__proto__', '', 0, null, {}, []],
];

describe('rejects', () => {
	it.each(types)('the type %j, on the value, in a field and inside another, before it is made', (...type) => {
		const name = type.length > 1 ? type : type[0];
		for (const json of [9e9, '9e9', { length: 2e9 }, [[1, 2]], '(a+)+$', null]) {
			expect(refusalOf({ json, meta: { values: [name] } })).toEqual(isRefusal);
			expect(refusalOf({ json: { field: json }, meta: { values: { field: [name] }, v: 1 } })).toEqual(isRefusal);
			const inside = { values: [['undefined', { field: [name] }]], v: 1 };
			expect(refusalOf({ json: { field: json }, meta: inside })).toEqual(isRefusal);
		}
	});

	it.each([
		['a path that is not there', { a: null }, 'b'],
		['a path through a number', { a: 1 }, 'a.b'],
		['an inherited name', { a: null }, 'toString'],
		['a prototype', { a: {} }, 'a.__proto__'],
		['a constructor', { a: {} }, 'a.constructor'],
		['the length of a list', { a: [null] }, 'a.length'],
		['an index far behind the end of a list', { a: [null] }, 'a.4294967294'],
		['a name of a list', { a: [null] }, 'a.map'],
		['an escape that is none', { 'a\\b': null }, 'a\\b'],
		['an unfinished escape', { a: null }, 'a\\'],
		['a path of a thousand steps', { a: null }, 'a.'.repeat(999)],
		['a path of a million characters', { a: null }, 'a'.repeat(1e6)],
	])('an annotation at %s', (_, json, path) => {
		expect(refusalOf({ json, meta: { values: { [path]: ['undefined'] }, v: 1 } })).toEqual(isRefusal);
		expect(Object.prototype).not.toHaveProperty('a');
	});

	it('a value that its type does not describe', () => {
		for (const json of [0, '', 'text', [], {}])
			expect(refusalOf({ json, meta: { values: ['undefined'] } })).toEqual(isRefusal);
		for (const json of [0, '1', null, []]) expect(refusalOf({ json, meta: { values: ['number'] } })).toEqual(isRefusal);
	});

	it('more than a thousand annotations', () => {
		const sent = (count: number) => overWire(superjson.serialize(Array.from({ length: count }, () => undefined)));
		expect(read(sent(1_000))).toHaveLength(1_000);
		expect(refusalOf(sent(1_001))).toEqual(isRefusal);
	});

	it.each([null, 1, 'text', [], { json: 1, meta: 1 }, { json: 1, meta: [] }, { json: 1, meta: { v: 2 } }])(
		'what is not an answer of superjson: %j',
		(sent) => expect(refusalOf(sent)).toEqual(isRefusal),
	);

	it('anything odd with that one error, whatever it is', () => {
		const annotation = fc.oneof(
			fc.constantFrom(['undefined'], ['number'], 'undefined', ...types.map((type) => [type])),
			fc.jsonValue(),
		);
		const path = fc.oneof(
			key,
			fc.array(key).map((keys) => keys.join('.')),
			fc.constantFrom('__proto__', 'a.constructor.prototype'),
		);
		const meta = fc.record(
			{
				values: fc.oneof(annotation, fc.dictionary(path, annotation), fc.jsonValue()),
				referentialEqualities: fc.oneof(fc.jsonValue(), fc.dictionary(path, fc.array(path))),
				v: fc.oneof(fc.constantFrom(0, 1), fc.jsonValue()),
			},
			{ requiredKeys: [] },
		);
		const sent = fc.oneof(
			fc.jsonValue(),
			fc.record({ json: fc.oneof(honest, fc.jsonValue()), meta: fc.oneof(meta, fc.jsonValue()) }),
		);
		fc.assert(
			fc.property(sent, (value) => {
				const refusal = refusalOf(overWire(value));
				if (refusal !== undefined) expect(refusal).toBeInstanceOf(AppError);
			}),
			{ numRuns: 3_000 },
		);
	});
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { installZodMessages, toFieldErrors, unknownValue, unknownValueError } from './zod-messages.ts';

const before = z.config().customError;
beforeEach(() => installZodMessages());
afterEach(() => {
	z.config({ customError: before });
});

const sentence = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

describe('installZodMessages', () => {
	it('changes nothing before it is called and may be called twice', () => {
		z.config({ customError: undefined });
		expect(sentence(z.string(), undefined)).not.toBe('Required');
		installZodMessages();
		installZodMessages();
		expect(sentence(z.string(), undefined)).toBe('Required');
	});

	it.each([
		['text', z.string()],
		['a number', z.number()],
		['an option', z.enum(['a', 'b'])],
		['a literal', z.literal('a')],
		['an object', z.object({})],
		['a union', z.union([z.string(), z.number()])],
		['an instance', z.instanceof(Date)],
	])('rejects missing %s as Required (VAL-12, AMB-52)', (_what, schema) => {
		expect(sentence(z.object({ field: schema }), {})).toBe('Required');
		expect(sentence(schema, undefined)).toBe('Required');
	});

	it.each([
		[z.string(), 5, 'Expected string, received number'],
		[z.string(), null, 'Expected string, received null'],
		[z.number(), '5', 'Expected number, received string'],
		[z.number(), Number.NaN, 'Expected number, received nan'],
		[z.number().int(), 1.5, 'Expected integer, received float'],
		[z.int(), 1.5, 'Expected integer, received float'],
		[z.int(), '1', 'Expected number, received string'],
		[z.boolean(), 'yes', 'Expected boolean, received string'],
		[z.array(z.string()), {}, 'Expected array, received object'],
		[z.object({}), [], 'Expected object, received array'],
		[z.record(z.string(), z.string()), 'x', 'Expected object, received string'],
		[z.tuple([z.string()]), 1, 'Expected array, received number'],
		[z.date(), new Map(), 'Expected date, received map'],
		[z.date(), new Date(Number.NaN), 'Invalid date'],
		[z.enum(['a', 'b']), 1, 'Expected string, received number'],
		[z.literal([1, 'a']), null, 'Expected number | string, received null'],
	])('words a wrong type as zod 3 did (%#) (VAL-12, AMB-52)', (schema, input, expected) => {
		expect(sentence(schema, input)).toBe(expected);
	});

	it.each([
		[z.string().min(1), '', 'Must not be empty'],
		[z.string().min(2), 'a', 'Must have at least 2 characters'],
		[z.string().max(1), 'ab', 'Must have at most 1 character'],
		[z.string().length(3), 'ab', 'Must have exactly 3 characters'],
		[z.array(z.string()).min(1), [], 'Must have at least 1 entry'],
		[z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 entries'],
		[z.number().max(10_000), 10_001, 'Must be at most 10,000'],
		[z.number().positive(), 0, 'Must be more than 0'],
		[z.number().lt(5), 5, 'Must be less than 5'],
		[z.bigint().max(5n), 6n, 'Must be at most 5'],
		[z.int(), 1e300, 'Must be at most 9,007,199,254,740,991'],
		[z.date().min(new Date('2026-01-02')), new Date('2026-01-01'), 'Must be at least 2026-01-02'],
		[z.number().multipleOf(5), 3, 'Must be a multiple of 5'],
		[z.email(), 'x', 'Not a valid e-mail address'],
		[z.url(), 'x', 'Not a valid web address'],
		[z.string().regex(/^a$/), 'x', 'Not in the right format'],
		[z.string().startsWith('AIza'), 'x', 'Must start with "AIza"'],
		[z.string().endsWith('.png'), 'x', 'Must end with ".png"'],
		[z.string().includes('@'), 'x', 'Must contain "@"'],
		[z.literal('a'), 'b', 'Must be "a"'],
		[z.enum(['a', 'b', 'c']), 'd', 'Unknown option "d", choose "a", "b" or "c"'],
		[z.enum(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']), 'j', 'Unknown option "j"'],
		[z.union([z.string(), z.number()]), true, 'Does not have any of the accepted forms'],
		[z.record(z.string().min(2), z.string()), { a: 'x' }, 'Must have at least 2 characters'],
		[z.strictObject({}), { a: 1 }, 'Unknown field "a"'],
		[z.strictObject({}), { a: 1, b: 1 }, 'Unknown fields "a" and "b"'],
		[z.strictObject({}), { a: 1, b: 1, c: 1, d: 1, e: 1 }, 'Unknown fields "a", "b", "c" and 2 more'],
		[z.string().refine(() => false), 'x', 'Not a valid value'],
	])('words other refusals for people (%#)', (schema, input, expected) => {
		expect(sentence(schema, input)).toBe(expected);
	});

	it('never overrides a schema’s own sentence', () => {
		expect(sentence(z.string().min(1, 'Select an art style'), '')).toBe('Select an art style');
		expect(sentence(z.string({ error: 'Tell us' }), undefined)).toBe('Tell us');
		expect(
			sentence(
				z.string().refine(() => false, 'Nope'),
				'x',
			),
		).toBe('Nope');
		expect(z.string().safeParse(1, { error: () => 'per parse' }).error?.issues[0]?.message).toBe('per parse');
	});
});

describe('unknownValueError', () => {
	const colour = z.enum(['red', 'green'], { error: unknownValueError('colour') });

	it('names the kind and leaves other refusals to the general sentences', () => {
		expect(sentence(colour, 'blue')).toBe('Unknown colour "blue"');
		expect(sentence(colour, 7)).toBe('Expected string, received number');
		expect(sentence(colour, undefined)).toBe('Required');
	});

	it('shows what was sent cut short and without marks that could mislead', () => {
		expect(unknownValue('colour', 'x'.repeat(100_000))).toBe(`Unknown colour "${'x'.repeat(40)}…"`);
		expect(unknownValue('colour', 'x'.repeat(40))).toBe(`Unknown colour "${'x'.repeat(40)}"`);
		expect(unknownValue('colour', '🐉'.repeat(41))).toBe(`Unknown colour "${'🐉'.repeat(40)}…"`);
		expect(unknownValue('colour', 'a\u0000\u202e\nb\ud800')).toBe('Unknown colour "a\ufffd\ufffd\ufffdb\ufffd"');
	});
});

describe('toFieldErrors', () => {
	const getErrors = (schema: z.ZodType, input: unknown) => {
		const { error } = schema.safeParse(input);
		return error ? toFieldErrors(error) : {};
	};

	it('keeps the first sentence per dotted path', () => {
		const schema = z.object({
			name: z.string().min(5, 'too short').regex(/^x/, 'no x'),
			list: z.array(z.object({ size: z.number() })),
		});
		expect(getErrors(schema, { name: 'a', list: [{ size: 1 }, { size: '1' }] })).toEqual({
			name: 'too short',
			'list.1.size': 'Expected number, received string',
		});
	});

	it('puts the input as a whole under the empty path and an unknown field under its own', () => {
		expect(getErrors(z.object({}), 'text')).toEqual({ '': 'Expected object, received string' });
		expect(getErrors(z.object({ inner: z.strictObject({}) }), { inner: { a: 1, b: 2 } })).toEqual({
			'inner.a': 'Unknown fields "a" and "b"',
			'inner.b': 'Unknown fields "a" and "b"',
		});
	});

	it('treats __proto__ as a name like any other', () => {
		const errors = getErrors(z.strictObject({}), JSON.parse('{"__proto__":1}'));
		expect(Object.keys(errors)).toEqual(['__proto__']);
		expect(Object.getPrototypeOf(errors)).toBe(Object.prototype);
	});

	it('stays small however much was wrong', () => {
		expect(Object.keys(getErrors(z.array(z.string()), Array(10_000).fill(1)))).toHaveLength(50);
		const manyKeys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, 1]));
		expect(Object.keys(getErrors(z.strictObject({}), manyKeys))).toHaveLength(50);
		const [path] = Object.keys(getErrors(z.strictObject({}), { ['k'.repeat(1_000_000)]: 1 }));
		expect(path).toHaveLength(100);
	});
});

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../root.ts';
import { boundInput } from './bounded-input.ts';

interface Built {
	readonly _def: { readonly inputs: readonly z.ZodType[] };
}
const procedures = Object.entries(appRouter._def.procedures as object as Record<string, Built>);
const fields = procedures.flatMap(([name, { _def }]) => {
	const [schema] = _def.inputs;
	return schema instanceof z.ZodObject ? Object.keys(schema.shape).map((field) => ({ name, field, schema })) : [];
});

const wrongLists: Readonly<Record<string, readonly unknown[]>> = {
	numbers: Array(40_000).fill(1),
	objects: Array.from({ length: 40_000 }, () => ({})),
	lists: Array.from({ length: 20_000 }, () => [1]),
};

async function failureOf(schema: z.ZodType, input: unknown): Promise<z.ZodError> {
	const failure: unknown = await schema.parseAsync(input).catch((error: unknown) => error);
	if (failure instanceof z.ZodError) return failure;
	throw new Error('Was not rejected as zod rejects');
}

describe('the input of a procedure', () => {
	it.each(Object.entries(wrongLists))(
		'with ten thousands of %s in any field is rejected in few words',
		async (_, list) => {
			expect(fields.length).toBeGreaterThan(100);
			for (const { schema, field } of fields) {
				const failure = await failureOf(schema, { [field]: list });
				expect(failure.issues.length).toBeLessThanOrEqual(50);
				// What tRPC makes the message of its own error.
				expect(failure.message.length).toBeLessThan(200_000);
			}
		},
	);

	it('with more entries than an honest one can hold is rejected before it is parsed', async () => {
		let parsed = 0;
		const schema = boundInput(z.strictObject({ list: z.array(z.unknown().refine(() => ++parsed)) }));
		for (const list of [Array(50_001).fill(0), Array.from({ length: 200 }, () => Array(300).fill(0))]) {
			const { issues } = await failureOf(schema, { list });
			expect(issues).toMatchObject([{ path: [], message: 'Too many entries in one request' }]);
		}
		expect(parsed).toBe(0);
		expect(await schema.parseAsync({ list: Array(50_000).fill(0) })).toMatchObject({ list: { length: 50_000 } });
	});

	it('is read and rejected as by the schema alone, asynchronous steps included', async () => {
		const schema = z.strictObject({
			name: z.string().trim().min(2),
			later: z.string().transform(async (text) => {
				await sleep(1);
				return text.length;
			}),
			either: z.union([z.literal('all'), z.array(z.int())]).default('all'),
		});
		const bounded = boundInput(schema);
		expect(await bounded.parseAsync({ name: ' Ada ', later: 'abc' })).toEqual({ name: 'Ada', later: 3, either: 'all' });
		for (const wrong of [undefined, null, 3, {}, { name: 'x', later: 1 }, { name: 'Ada', later: '', more: 1 }]) {
			expect((await failureOf(bounded, wrong)).issues).toEqual((await failureOf(schema, wrong)).issues);
		}
		const { issues } = await failureOf(bounded, { name: 'Ada', later: '', either: ['a', 'b'] });
		expect(issues).toMatchObject([{ code: 'invalid_union', path: ['either'], errors: [] }]);
	});
});

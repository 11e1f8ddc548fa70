import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listOutput, outputWithList } from './list-output.ts';

/** The most items that were looked at in one round of the event loop. */
async function mostInOneRound(parse: (item: z.ZodType) => Promise<unknown>): Promise<number> {
	let [seen, most, isOver] = [0, 0, false];
	const look = () => {
		most = Math.max(most, seen);
		seen = 0;
		if (!isOver) setImmediate(look);
	};
	setImmediate(look);
	const item = z.object({ id: z.int() }).refine(() => {
		seen += 1;
		return true;
	});
	await parse(item);
	isOver = true;
	return Math.max(most, seen);
}

const items = Array.from({ length: 2_000 }, (_, id) => ({ id, secret: 'x' }));
const shown = items.map(({ id }) => ({ id }));

describe('long outputs', () => {
	it('are looked at in slices, as lists and in a field, and come out as from the schema itself', async () => {
		const fromList = mostInOneRound(async (item) => {
			expect(await listOutput(item).parseAsync(items)).toEqual(shown);
		});
		expect(await fromList).toBeLessThan(500);
		const fromField = mostInOneRound(async (item) => {
			const output = outputWithList(z.object({ name: z.string(), rows: z.array(item) }), 'rows');
			const parsed = await output.parseAsync({ name: 'a', secret: 'x', rows: items });
			expect(parsed).toEqual({ name: 'a', rows: shown });
			expect(Object.keys(parsed)).toEqual(['name', 'rows']);
		});
		expect(await fromField).toBeLessThan(500);
	});

	it('are refused as by the schema itself', async () => {
		const output = z.object({ name: z.string(), rows: z.array(z.object({ id: z.int() })) });
		const sliced = outputWithList(output, 'rows');
		const wrong = [
			null,
			undefined,
			'text',
			{ name: 'a' },
			{ name: 1, rows: [] },
			{ name: 'a', rows: [...items, { id: 'x' }] },
		];
		for (const value of wrong) {
			expect(output.safeParse(value).success).toBe(false);
			await expect(sliced.parseAsync(value)).rejects.toThrow(z.ZodError);
		}
	});
});

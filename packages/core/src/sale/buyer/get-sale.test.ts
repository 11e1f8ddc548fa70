import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { hasSaleChain, type SellingSale, useSaleChain } from '../sale-testing.ts';
import { getSale } from './get-sale.ts';

const test = useSaleChain();
let selling: SellingSale;
beforeAll(async () => {
	if (hasSaleChain) selling = await test.addSale(2);
});

/** Visitors of one process, who ask after so many changes were counted; and what their database was asked. */
async function countingVisitors() {
	const visitor = await test.visitor();
	let queries = 0;
	const db = visitor.db.withPlugin({
		transformQuery: ({ node }) => {
			queries += 1;
			return node;
		},
		transformResult: async ({ result }) => result,
	});
	const after = (changes: number | null): RequestContext => ({
		...visitor,
		db,
		database: { ...visitor.database, changes: changes === null ? null : { count: () => changes } },
	});
	return { after, queries: () => queries };
}

describe.skipIf(!hasSaleChain)('many who look at a sale at the same moment', () => {
	it.each([1, null])('are told what one of them makes the database tell (%s changes counted)', async (changes) => {
		const { after, queries } = await countingVisitors();
		const look = () => getSale(after(changes), { saleId: selling.sale.id });
		const first = await look();
		expect(first).toMatchObject({ phase: 'selling', supply: 2, availableCount: 2 });
		const alone = queries();
		expect(await Promise.all(Array.from({ length: 100 }, look))).toEqual(Array(100).fill(first));
		expect(queries()).toBe(2 * alone);
		const missing = Array.from({ length: 9 }, () => getSale(after(changes), { saleId: selling.sale.mergeJobId }));
		const refused = await Promise.allSettled(missing);
		expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']));
		expect(queries()).toBe(2 * alone + 1);
	});

	it('are told nothing that was read before the change that they know of', async () => {
		const { after, queries } = await countingVisitors();
		const look = (changes: number) => getSale(after(changes), { saleId: selling.sale.id });
		await look(1);
		const alone = queries();
		await Promise.all([look(1), look(1), look(2), look(2), look(2)]);
		expect(queries()).toBe(3 * alone);
	});
});

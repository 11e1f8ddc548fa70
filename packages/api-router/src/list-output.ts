import { nextSlice } from '@adx/core/platform/next-slice';
import { z } from 'zod';

const itemsPerSlice = 500;

/** An array of items as a procedure's output: a long one is looked at in slices between which others run. */
export function listOutput<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
	const schema = z.array(item);
	const parseWhole = schema.parseAsync;
	schema.parseAsync = async (value) => {
		if (!Array.isArray(value)) return parseWhole(value);
		const items: z.output<Item>[] = [];
		for (let start = 0; start < value.length; start += itemsPerSlice) {
			if (start > 0) await nextSlice();
			items.push(...(await parseWhole(value.slice(start, start + itemsPerSlice))));
		}
		return items;
	};
	return schema;
}

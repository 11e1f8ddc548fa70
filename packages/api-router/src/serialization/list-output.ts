import { slicesOf } from '@adx/core/platform/threads/yield-to-event-loop';
import { z } from 'zod';

const itemsPerSlice = 250;

/** An array of items as a procedure's output: a long one is looked at in slices between which others run. */
export function listOutput<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
	const schema = z.array(item);
	const parseWhole = schema.parseAsync;
	schema.parseAsync = async (value) => {
		if (!Array.isArray(value)) return parseWhole(value);
		const items: z.output<Item>[] = [];
		for await (const slice of slicesOf(value, itemsPerSlice)) items.push(...(await parseWhole(slice)));
		return items;
	};
	return schema;
}

/** As `listOutput`, for an answer that holds a long array in one of its fields. */
export function outputWithList<Shape extends z.core.$ZodLooseShape>(
	output: z.ZodObject<Shape>,
	field: string & { [Key in keyof Shape]: Shape[Key] extends z.ZodArray ? Key : never }[keyof Shape],
): z.ZodObject<Shape> {
	const schema = output.clone();
	const list = listOutput((output.shape[field] as unknown as z.ZodArray<z.ZodType>).element);
	const parseWhole = schema.parseAsync;
	schema.parseAsync = async (value) => {
		const items = (value as Readonly<Record<string, unknown>> | null | undefined)?.[field];
		if (!Array.isArray(items)) return parseWhole(value);
		const parsed = await parseWhole({ ...(value as object), [field]: [] });
		return { ...parsed, [field]: await list.parseAsync(items) };
	};
	return schema;
}

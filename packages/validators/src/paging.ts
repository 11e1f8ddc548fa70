import { z } from 'zod';
import { listPageMax } from './limits.ts';
import { int4FromText } from './numbers.ts';
import { idSchema } from './text.ts';

export const cursorSchema = idSchema
	.optional()
	.describe('The id of the last item of the page before; without it the list begins with the first');
/**
 * Which part of a list comes: at most `limit` items, beginning after the one whose id is `cursor`. Without a cursor it begins
 * with the first. The next page has the last id of this one as its cursor; one with fewer items than `limit` is the last.
 */
export const pageFields = {
	limit: int4FromText({ min: 1, max: listPageMax }).optional().describe('At most so many items'),
	cursor: cursorSchema,
};
export const pageInput = z.strictObject(pageFields).prefault({});
export type PageInput = z.infer<typeof pageInput>;

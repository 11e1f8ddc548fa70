import { z } from 'zod';

/** More list entries than any honest body of one megabyte holds. */
const entriesMax = 50_000;
/** As many as a refusal names fields. */
const issuesMax = 50;

/**
 * The schema, with a bound on what an input costs that it rejects: zod checks the length of a list after its entries, and
 * keeps an issue for each of them, all of which tRPC would have written out as the error's message.
 *
 * @returns a copy whose `parseAsync`, which tRPC calls, throws a ZodError of at most 50 issues
 */
export function boundInput<Schema extends z.ZodType>(schema: Schema): Schema {
	const bounded = schema.clone() as Schema;
	bounded.parseAsync = async (input) => {
		if (hasTooManyEntries(input)) throw new z.ZodRealError([tooManyEntries]);
		// As zod's own parseAsync, but for the slice: the text of an issue takes longer than finding it.
		const context = { async: true } as const;
		const { value, issues } = await schema._zod.run({ value: input, issues: [] }, context);
		if (issues.length === 0) return value as z.output<Schema>;
		const texts = z.core.config();
		const shown = issues.slice(0, issuesMax).map((issue) => z.core.util.finalizeIssue(issue, context, texts));
		throw new z.ZodRealError(shown.map(withoutAlternatives));
	};
	return bounded;
}

const tooManyEntries: z.core.$ZodIssue = {
	code: 'custom',
	path: [],
	message: 'Too many entries in one request',
	input: undefined,
};

/** A union keeps every issue of each of its options. */
const withoutAlternatives = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
	issue.code === 'invalid_union' ? { ...issue, errors: [] } : issue;

function hasTooManyEntries(input: unknown): boolean {
	let entries = 0;
	const left: unknown[] = [input];
	for (let value = left.pop(); value !== undefined; value = left.pop()) {
		if (typeof value !== 'object' || value === null) continue;
		const children = Object.values(value);
		if (Array.isArray(value)) entries += children.length;
		if (entries > entriesMax) return true;
		for (const child of children) if (typeof child === 'object') left.push(child);
	}
	return false;
}

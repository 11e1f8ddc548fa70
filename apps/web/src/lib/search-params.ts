import { z } from 'zod';

/** A parameter of a page's address: what anybody typed there that does not fit the schema is as if it were missing. */
export const param = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

export const textParam = param(z.string().min(1));

/** A text that somebody searches for, cut to a length. A number stands in the address without quotes. */
export const queryParam = (maxLength = Number.POSITIVE_INFINITY) =>
	param(
		z.number().or(
			z
				.string()
				.min(1)
				.transform((text) => unquoteNumber(text.slice(0, maxLength))),
		),
	);

function unquoteNumber(text: string): string | number {
	const number = Number(text);
	return Number.isFinite(number) && String(number) === text ? number : text;
}

/** On or missing. */
export const flagParam = param(z.literal([true, 1, '1']).transform(() => true as const));

import { z } from 'zod';

/** USD, of one picture or of a million tokens. */
export const price = z.number().min(0).max(1_000);

/** The entries of a comma-separated setting, without those that are empty. */
export const splitList = (text: string): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');

/** A setting that holds JSON of that schema. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
	z
		.string()
		.transform((text, context) => {
			try {
				return JSON.parse(text) as unknown;
			} catch {
				context.addIssue({ code: 'custom', message: 'must be JSON' });
				return z.NEVER;
			}
		})
		.pipe(schema);

/**
 * A setting that holds a price table in JSON, such as `{"pricedAt": "2026-11-21", "usdPerImage": {"model": 0.04},
 * "usdPerMillionTokens": {"model": {"input": 0.5, "text": 3}}}`.
 *
 * @param modelName what the name of a model must look like
 * @param tokenPrices what is known of a model's tokens
 */
export const priceTable = <TokenPrices extends z.ZodType>(modelName: RegExp, tokenPrices: TokenPrices) =>
	json(
		z.strictObject({
			pricedAt: z.iso.date('must have pricedAt, a day such as 2026-11-21'),
			usdPerImage: z.record(z.string().regex(modelName), price),
			usdPerMillionTokens: z.record(z.string().regex(modelName), tokenPrices).optional(),
		}),
	);

const ratePerMinuteMax = 100_000;

/** A setting that holds how many calls a minute are made with one key at first. */
export const ratePerMinute = z
	.string()
	.regex(/^\d{1,6}$/, 'must be a whole number')
	.transform(Number)
	.refine((rate) => rate >= 1 && rate <= ratePerMinuteMax, `must be 1 to ${ratePerMinuteMax}`);

/** A setting that lists names of models. */
export const modelList = (modelName: RegExp) =>
	z
		.string()
		.transform(splitList)
		.refine(
			(names) => names.length > 0 && names.every((name) => modelName.test(name)),
			'must be a comma-separated list of model names',
		);

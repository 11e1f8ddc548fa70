import { z } from 'zod';
import { formatNumber } from '../format-number.ts';
import { batchSizeMax, layerFilesMax, layerNameMaxLength, layerTextMaxLength, uploadPathMaxLength } from '../limits.ts';
import { sha256Schema, storableText } from '../text.ts';

const layerPathSchema = storableText(uploadPathMaxLength).min(1);

/**
 * The uploaded JSON document that lists the files of a folder of layers, so that an order of 10,000 files is a small call.
 * The server reads traits, weights and rules out of the paths and texts itself.
 */
export const layerListSchema = z.strictObject({
	format: z.literal('adx-layers-1'),
	/** The pictures, uploaded before, by their paths inside what was picked. */
	files: z
		.array(z.strictObject({ path: layerPathSchema, sha256: sha256Schema }))
		.min(1, 'A folder of layers holds at least one picture')
		.max(layerFilesMax, `A folder of layers may hold ${formatNumber(layerFilesMax)} pictures`)
		.refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'Each path may appear only once'),
	/** Of config, order of layers and rules, as far as there are any. */
	texts: z
		.array(z.strictObject({ path: layerPathSchema, text: z.string().max(layerTextMaxLength) }))
		.max(3)
		.default([]),
});
export type LayerList = z.infer<typeof layerListSchema>;

const nameSchema = storableText(layerNameMaxLength).min(1);

const amountsOf = (amount: z.ZodType<number>) => z.record(nameSchema, z.record(nameSchema, amount));

/** A value by the names that the metadata shows. */
const layerPairSchema = z.strictObject({ trait: nameSchema, value: nameSchema });

/** What a creator changes of what the folder says, by trait and value as the metadata shows them. */
export const layerSteeringSchema = z.strictObject({
	/** Relative; values left out keep the weight of their file. */
	weights: amountsOf(z.number().min(0).max(1e6)).optional(),
	/** Exact numbers of images, instead of all that the folder itself asks for. */
	counts: amountsOf(z.number().int().min(0).max(batchSizeMax)).optional(),
	/** Besides those of the folder. */
	rules: z
		.array(z.strictObject({ kind: z.enum(['never', 'together']), left: layerPairSchema, right: layerPairSchema }))
		.max(100)
		.optional(),
});
export type LayerSteering = z.infer<typeof layerSteeringSchema>;

import { z } from 'zod';
import { afflictions } from '../catalogue/afflictions.ts';
import { classes } from '../catalogue/classes.ts';
import {
	afflictionSchema,
	artStyleSchema,
	backgroundSchema,
	classSchema,
	raceSchema,
} from '../catalogue/image-traits.ts';
import { races } from '../catalogue/races.ts';
import {
	engineAddressSchema,
	engineKeyFields,
	modelNameSchema,
	requireFormKey,
	workflowSchema,
} from '../engines/engine-input.ts';
import { catalogueEngineSchema, defaultEngine, engineSchema } from '../engines/engines.ts';
import { batchSizeMax, batchSizeMin } from '../limits.ts';
import { sha256Schema } from '../text.ts';
import { unknownValue } from '../zod-messages.ts';
import { referenceSourcesSchema, sketchSchema, styleLockSchema } from './job-references.ts';
import { layerSteeringSchema } from './layer-list.ts';
import { countsSchema, projectNameSchema, rulesSchema, seedSchema, weightsSchema } from './plan-steering.ts';

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;
const uniqueMessage = 'Each entry may appear only once';

interface EnumValues<Value> {
	readonly options: readonly Value[];
}

const requiredSelection = <Schema extends z.ZodType<string>>(
	schema: Schema,
	options: { max: number; message: string },
) => z.array(schema).min(1, options.message).max(options.max).refine(isUnique, uniqueMessage);

/**
 * An empty choice gets the specification's sentence, any other unknown value the enum's. Text on the input side, since a
 * form starts with ''; the metadata keeps the accepted values in the API's description.
 */
const requiredChoice = <const Value extends string>(schema: z.ZodType<Value> & EnumValues<Value>, message: string) =>
	z
		.string()
		.min(1, message)
		.pipe(schema as z.ZodType<Value, string>)
		.meta({ enum: [...schema.options] });

const planFields = {
	races: requiredSelection(raceSchema, { max: races.length, message: 'Select at least one race' }),
	classes: requiredSelection(classSchema, { max: classes.length, message: 'Select at least one class' }),
	artStyle: requiredChoice(artStyleSchema, 'Select an art style'),
	backgroundType: requiredChoice(backgroundSchema, 'Select a background type'),
	/** Empty or absent means Random: drawn from all by weight. */
	afflictions: z.array(afflictionSchema).max(afflictions.length).refine(isUnique, uniqueMessage).optional(),
	batchSize: z.number().int().min(batchSizeMin).max(batchSizeMax),
	projectName: projectNameSchema.optional(),
} as const;

/** An order whose traits are chosen from the catalogue. */
export const startGenerationInput = z
	.strictObject({
		...planFields,
		engine: catalogueEngineSchema
			.optional()
			.transform((engine) => engine ?? defaultEngine)
			.meta({ default: defaultEngine }),
		/** One of the models in `GET /api/config`; by default the first of them. Ignored by the forge. */
		model: modelNameSchema.optional(),
		...engineKeyFields,
		/** Where the engine's service is: one of its `addresses` in `GET /api/config`, or below one. Ignored by engines that have none there. */
		engineAddress: engineAddressSchema.optional(),
		/** The workflow that ComfyUI paints by, as JSON in the form of its API, with `{{prompt}}` and `{{seed}}` in the places for them. Ignored by other engines. */
		workflow: workflowSchema.optional(),
		/** Pictures that every image should look alike, the most important first; for engines that take any. */
		references: referenceSourcesSchema.optional(),
		styleLock: styleLockSchema.optional(),
		sketch: sketchSchema.optional(),
		/** The older name of batchSize; when present it must agree. */
		count: z.number().optional(),
		seed: seedSchema.optional(),
		weights: weightsSchema.optional(),
		counts: countsSchema.optional(),
		rules: rulesSchema.optional(),
	})
	.superRefine((input, context) => {
		if (input.count !== undefined && input.count !== input.batchSize) {
			context.addIssue({ code: 'custom', path: ['count'], message: 'count must equal batchSize' });
		}
	});
export type StartGenerationInput = z.infer<typeof startGenerationInput>;

/** An order whose pictures are composed of the creator's own layers. */
export const startLayersInput = z.strictObject({
	engine: z.literal('layers'),
	/** The SHA-256 of the list of the layers' files, which was uploaded as `layers`, as the files were before it. */
	layers: sha256Schema,
	batchSize: planFields.batchSize,
	projectName: planFields.projectName,
	seed: seedSchema.optional(),
	/** For each entry of the folder's `layerConfigurations`, in their order; one where it has no config. */
	steering: z.array(layerSteeringSchema).max(100).optional(),
});
export type StartLayersInput = z.infer<typeof startLayersInput>;

/** Body of `POST /api/generate` and `POST /api/generate/plan`. The two share it so that a plan can be started as it was seen. */
export const generationOrderInput = z.discriminatedUnion('engine', [startGenerationInput, startLayersInput], {
	error: (issue) => {
		if (issue.code !== 'invalid_union') return undefined;
		const engine = (issue.input as { readonly engine?: unknown } | undefined)?.engine;
		return typeof engine === 'string' ? unknownValue('engine', engine) : undefined;
	},
});
export type GenerationOrderInput = z.infer<typeof generationOrderInput>;

/**
 * What the Create form holds and submits; the API adds what only scripts use. Only an empty key is refused here: a blank
 * one or one with an unknown prefix is the submit handler's, which answers with the specification's toasts.
 */
export const generationFormSchema = z
	.object({ ...planFields, engine: engineSchema, geminiApiKey: z.string() })
	.refine(...requireFormKey('geminiApiKey'));

import { z } from 'zod';
import {
	afflictionSchema,
	artStyleSchema,
	backgroundSchema,
	classSchema,
	defaultBackground,
	raceSchema,
} from './catalogue/image-traits.ts';
import { modelNameSchema } from './engines/engine-input.ts';
import { engineSchema } from './engines/engines.ts';
import { countsSchema, rulesSchema, weightsSchema } from './generation/plan-steering.ts';
import { batchSizeMax, batchSizeMin, projectNameMaxLength, settingNameMaxLength } from './limits.ts';
import { idSchema, invisibleCharacters } from './text.ts';

const shownText = (maxLength: number) =>
	z
		.string()
		.trim()
		.max(maxLength, `At most ${maxLength} characters`)
		.refine((text) => !invisibleCharacters.test(text), 'Contains characters that cannot be shown');

const selection = <Schema extends z.ZodType<string>>(schema: Schema) =>
	z.array(schema).refine((values) => new Set(values).size === values.length, 'Each entry may appear only once');

const nameSchema = shownText(settingNameMaxLength).min(1, 'Give the preset a name');

/** What a preset holds; unlike an order it may be incomplete. */
const fields = {
	description: shownText(1_000),
	races: selection(raceSchema),
	classes: selection(classSchema),
	artStyle: z.union([artStyleSchema, z.literal('')]),
	backgroundType: z.union([backgroundSchema, z.literal('')]),
	afflictions: selection(afflictionSchema),
	batchSize: z.int().min(batchSizeMin).max(batchSizeMax),
	projectName: shownText(projectNameMaxLength),
	includeMetadata: z.boolean(),
	generateRarity: z.boolean(),
	uploadToIPFS: z.boolean(),
	traitWeights: weightsSchema,
	/** Empty where the preset does not say: then the form's stay. */
	engine: z.union([engineSchema, z.literal('')]),
	model: z.union([modelNameSchema, z.literal('')]),
	/** Left out where the preset does not say: then the form's stay. */
	counts: countsSchema.optional(),
	rules: rulesSchema.optional(),
} as const;

/** Body of `POST /api/presets`; also the form of an exported preset. */
export const savePresetInput = z.strictObject({
	name: nameSchema,
	description: fields.description.default(''),
	races: fields.races.default([]),
	classes: fields.classes.default([]),
	artStyle: fields.artStyle.default(''),
	backgroundType: fields.backgroundType.default(defaultBackground),
	afflictions: fields.afflictions.default([]),
	batchSize: fields.batchSize.default(1),
	projectName: fields.projectName.default(''),
	includeMetadata: fields.includeMetadata.default(true),
	generateRarity: fields.generateRarity.default(true),
	uploadToIPFS: fields.uploadToIPFS.default(false),
	traitWeights: fields.traitWeights.default({}),
	engine: fields.engine.default(''),
	model: fields.model.default(''),
	counts: fields.counts,
	rules: fields.rules,
});
export type SavePresetInput = z.infer<typeof savePresetInput>;

/** Body of `PATCH /api/presets/{settingId}`: what is left out stays. */
export const updatePresetInput = z
	.strictObject({ name: nameSchema, ...fields })
	.partial()
	.extend({ settingId: idSchema });
export type UpdatePresetInput = z.infer<typeof updatePresetInput>;

/** Path of `GET` and `DELETE /api/presets/{settingId}`. */
export const presetInput = z.strictObject({ settingId: idSchema });
export type PresetInput = z.infer<typeof presetInput>;

export const presetOutput = z.object({
	id: z.string(),
	name: z.string(),
	...fields,
	createdAt: z.date(),
	updatedAt: z.date(),
});
export type Preset = z.infer<typeof presetOutput>;

/** A preset in the list: all but its weights, counts and rules, which `GET /api/presets/{settingId}` has, and about how large it is. */
export const presetSummaryOutput = presetOutput
	.omit({ traitWeights: true, counts: true, rules: true })
	.extend({ sizeBytes: z.int() });
export type PresetSummary = z.infer<typeof presetSummaryOutput>;

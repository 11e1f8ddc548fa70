import { type KeyField, requireFormKey } from '@adx/validators/engines/engine-input';
import { defaultEngine } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import { generationFormSchema, startGenerationInput } from '@adx/validators/generation/generation-order';
import { batchSizeMax, batchSizeMin } from '@adx/validators/limits';
import { sha256Schema } from '@adx/validators/text';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { newSeed } from '../../../lib/random-ids.ts';

const { seed, weights, counts, rules, model } = startGenerationInput.shape;

const planSettingsSchema = z.object({
	/** Which of the possible collections is planned. */
	seed: seed.unwrap(),
	weights: weights.unwrap(),
	counts: counts.unwrap(),
	rules: rules.unwrap(),
	/** Empty for the server's first one. */
	model: z.union([z.literal(''), model.unwrap()]),
});
/** What the plan panel adds to the form. */
export type PlanSettings = z.infer<typeof planSettingsSchema>;

const amounts = z.record(z.string(), z.record(z.string(), z.number()));
const steeredValue = z.object({ trait: z.string(), value: z.string() });
/** What the plan panel adds for own layers: by trait, told from those of other sets by the number in front. */
const layerPlanSchema = z.object({
	weights: amounts,
	counts: amounts,
	rules: z.array(z.object({ kind: z.enum(['never', 'together']), left: steeredValue, right: steeredValue })),
});

/** 'from 1 to 10,000' */
export const batchSizeRange = `from ${batchSizeMin} to ${formatNumber(batchSizeMax)}`;
export const batchSizeError = `Whole number ${batchSizeRange}`;
/** An empty field is NaN, which nobody is to read. */
export const batchSizeSchema = z
	.number({ error: batchSizeError })
	.int({ error: batchSizeError })
	.min(batchSizeMin, { error: batchSizeError })
	.max(batchSizeMax, { error: batchSizeError });

/** A picture that was uploaded to go with the calls. */
const orderReferenceSchema = z.object({
	sha256: sha256Schema,
	name: z.string(),
	/** The picture made small, for after a reload; where the browser could make one. */
	preview: z.string().startsWith('data:image/').optional(),
});
export type OrderReference = z.infer<typeof orderReferenceSchema>;

const formSchema = generationFormSchema
	.safeExtend({
		plan: planSettingsSchema,
		batchSize: batchSizeSchema,
		/** Of services other than Gemini. */
		apiKey: z.string(),
		/** Empty for the first that the operator allows. */
		engineAddress: z.string(),
		workflow: z.string(),
		/** Names the folder of layers that was read; empty for none. */
		layers: z.string(),
		layerPlan: layerPlanSchema,
		references: z.array(orderReferenceSchema),
		styleLock: z.boolean(),
		sketch: z.boolean(),
	})
	.refine(...requireFormKey('apiKey'));

/** What the form holds while it is being filled, and what it submits. */
export type FormInput = z.input<typeof formSchema>;
export type FormOutput = z.output<typeof formSchema>;

/** Nothing steered, under a seed of its own. */
export const createPlanSettings = (): PlanSettings => ({
	seed: newSeed(),
	weights: {},
	counts: {},
	rules: [],
	model: '',
});

/** A new tab's form: presets, not the browser, bring the choices of earlier visits back. */
export const createEmptyForm: FormInput = {
	races: [],
	classes: [],
	artStyle: '',
	backgroundType: '',
	afflictions: [],
	batchSize: 1,
	projectName: '',
	engine: defaultEngine,
	geminiApiKey: '',
	apiKey: '',
	engineAddress: '',
	workflow: '',
	references: [],
	styleLock: false,
	sketch: false,
	plan: createPlanSettings(),
	layers: '',
	layerPlan: { weights: {}, counts: {}, rules: [] },
};

export type FormWithoutKeys = Omit<FormInput, KeyField>;

/** Read from a folder or typed in for this page alone, so that a reload takes it away. */
const takenByReload: ReadonlySet<string> = new Set(['layers', 'apiKey', 'geminiApiKey'] satisfies (keyof FormInput)[]);

/** What the form holds after a reload: of what it held before, each field that is still valid; the others start empty. */
export function toReloadedForm(before: Readonly<Record<string, unknown>>): FormWithoutKeys {
	const kept = Object.entries(formSchema.shape)
		.filter(([name]) => name in before && !takenByReload.has(name))
		.filter(([name, schema]) => schema.safeParse(before[name]).success)
		.map(([name]) => [name, before[name]]);
	return { ...createEmptyForm, plan: createPlanSettings(), ...Object.fromEntries(kept) };
}

installZodMessages();
const resolver: Resolver<FormInput, unknown, FormOutput> = zodResolver(formSchema);

/** Own layers need nothing of the catalogue, and stay as they are in the form. */
const { batchSize: _, plan, projectName } = formSchema.shape;
const layersSchema = z.looseObject({
	batchSize: batchSizeSchema,
	plan,
	projectName,
	layers: z.string().min(1, 'Choose a folder of layers'),
	layerPlan: layerPlanSchema,
});
const layersResolver = zodResolver(layersSchema) as unknown as typeof resolver;

const resolveForm: typeof resolver = (values, context, options) =>
	(values.engine === 'layers' ? layersResolver : resolver)(values, context, options);

/** The Create form's state, checked by the schema that the server uses. */
export function useGenerationForm(geminiApiKey: string) {
	return useForm<FormInput, unknown, FormOutput>({
		resolver: resolveForm,
		defaultValues: { ...createEmptyForm, plan: createPlanSettings(), geminiApiKey },
		// The first one in the order of the sections takes it, once its section is open.
		shouldFocusError: false,
	});
}

export const useGenerationFormContext = () => useFormContext<FormInput, unknown, FormOutput>();

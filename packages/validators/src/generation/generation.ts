import { z } from 'zod';
import { afflictions } from '../catalogue/afflictions.ts';
import { classes } from '../catalogue/classes.ts';
import {
	afflictionSchema,
	anyTraitsSchema,
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
import { batchSizeMax, batchSizeMin, coverImageCount, listPageMax } from '../limits.ts';
import { mintedTokenOutput } from '../minted-token.ts';
import { int4FromText } from '../numbers.ts';
import { idSchema, sha256Schema } from '../text.ts';
import { unknownValue } from '../zod-messages.ts';
import { jobReferenceOutput, referenceSourcesSchema, sketchSchema, styleLockSchema } from './job-references.ts';
import { layerSteeringSchema } from './layer-list.ts';
import { countsSchema, projectNameSchema, ruleSchema, seedSchema, weightsSchema } from './plan-steering.ts';

export { idSchema } from '../text.ts';
export type { PlannedTrait, PlanRule } from './plan-steering.ts';

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
		rules: z.array(ruleSchema).max(100).optional(),
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

export const jobStatusSchema = z.enum(['pending', 'generating', 'completed', 'failed']);
export type JobStatus = z.infer<typeof jobStatusSchema>;
export const jobPhaseSchema = z.enum([
	'queued',
	'running',
	'paused',
	'cancelling',
	'done',
	'partial',
	'cancelled',
	'failed',
]);
export type JobPhase = z.infer<typeof jobPhaseSchema>;
export const imageStateSchema = z.enum(['planned', 'stored', 'failed']);
/** Why a job stands still; a key is asked for again whatever the reason, since pausing wipes it. */
export const pauseReasonSchema = z.enum([
	'user',
	'key_refused',
	'address_refused',
	'day_quota',
	'storage_full',
	'storage_away',
]);
export type PauseReason = z.infer<typeof pauseReasonSchema>;
/** Why an image was given up: `engine` for the forge, the others as Gemini answered. */
export const imageFailureSchema = z.enum(['blocked', 'no_image', 'bad_image', 'request', 'transient', 'engine']);
export type ImageFailure = z.infer<typeof imageFailureSchema>;
/** What the owner thinks of an image; nothing is deleted by it. */
export const imageMarkSchema = z.enum(['kept', 'rejected']);
export type ImageMark = z.infer<typeof imageMarkSchema>;

export const generatedImageOutput = z.object({
	id: z.string(),
	jobId: z.string(),
	tokenNumber: z.int(),
	/** Where the bytes are: `/api/images/{id}/file`; null while the image is not stored. */
	imageUrl: z.string().nullable(),
	filename: z.string(),
	state: imageStateSchema,
	traits: anyTraitsSchema,
	dna: z.string(),
	seed: z.string(),
	rarityScore: z.number(),
	rarityRank: z.int(),
	/** True while the collection is too small for a rank to mean much. */
	rarityProvisional: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** Number of the version that is shown and downloaded, from 1; null while none is stored. */
	version: z.int().nullable(),
	versionCount: z.int(),
	/** True while another version is being made; the chosen one stays until then. */
	isRedrawing: z.boolean(),
	/** A locked image is never generated again. */
	locked: z.boolean(),
	mark: imageMarkSchema.nullable(),
	/** Set when `state` is 'failed', or when the last try for another version failed. */
	failure: imageFailureSchema.nullable(),
	failureMessage: z.string().nullable(),
	/** Paid calls made for this image, failed ones included, and their price in USD; 0 with the forge. */
	paidCalls: z.int(),
	costUsd: z.number(),
	/** The part of it that the service did not report: calls whose answer never came, each at the price of an image. */
	estimatedUsd: z.number(),
	/**
	 * How far the chosen version is from the nearest of its job's references, from 0 for the same to 1, by where light, dark and
	 * colours lie and which colours there are; null for jobs without references, and while it is not known.
	 */
	drift: z.number().nullable(),
	/** Whether the stored file of the chosen version is known to be missing or damaged, and does not come back by itself. */
	isDamaged: z.boolean(),
	/** What it was minted as, or is about to be: at most one token on each chain. */
	mints: z.array(mintedTokenOutput),
	/** Why neither its picture nor its versions can be changed; null while they can. */
	frozen: z.enum(['mint_under_way', 'already_minted']).nullable(),
	createdAt: z.date(),
});
export type GeneratedImage = z.infer<typeof generatedImageOutput>;

const jobWaitOutput = z.object({
	/** The service asked to wait, calls to it fail, or other jobs are at work. */
	reason: z.enum(['rate_limit', 'engine_errors', 'other_jobs']),
	/** When it goes on at the earliest; null where nobody knows. */
	until: z.date().nullable(),
});
export type JobWait = z.infer<typeof jobWaitOutput>;

const damagedImagesOutput = z.object({
	all: z.int(),
	/** Those that generating them again would draw, one call each unless a call fails. */
	toRegenerate: z.int(),
	/** Those that are minted or being minted, and those of the rest that are locked; others are being made again already. */
	frozen: z.int(),
	locked: z.int(),
});
export type DamagedImages = z.infer<typeof damagedImagesOutput>;

export const generationJobOutput = z.object({
	id: z.string(),
	/** Running number per owner, from 1. */
	number: z.int(),
	/** None for images of own layers, which have no style and no background of the catalogue either. */
	races: z.array(raceSchema),
	classes: z.array(classSchema),
	artStyle: artStyleSchema.nullable(),
	backgroundType: backgroundSchema.nullable(),
	afflictions: z.array(afflictionSchema),
	/** The uploaded list of the layers that it is made of; null for any other engine. */
	layers: sha256Schema.nullable(),
	batchSize: z.int(),
	projectName: z.string().nullable(),
	engine: engineSchema,
	seed: z.string(),
	/**
	 * The version of the built-in forge that it was planned with, where this server draws with a later one: the same seed gives
	 * other pictures now. Null where they are the same, and for other engines.
	 */
	olderForgeVersion: z.int().nullable(),
	status: jobStatusSchema,
	phase: jobPhaseSchema,
	/** Images stored so far, out of batchSize. */
	progress: z.int(),
	/** Images the job holds now. */
	totalImages: z.int(),
	/** Seconds left as measured so far; null while unknown or finished. */
	estimatedTime: z.number().nullable(),
	/** At most four, as a cover; all of them come from `GET /api/images/{jobId}`. */
	generatedImages: z.array(generatedImageOutput),
	createdAt: z.date(),
	startedAt: z.date().nullable(),
	/** Milliseconds since startedAt in which the job stood still, paused or ended, before it was let run on. */
	idleMs: z.int(),
	completedAt: z.date().nullable(),
	/** Since when it stands still; null unless it is paused. */
	pausedAt: z.date().nullable(),
	/** What keeps it from its work without anybody having paused it; null for nothing. */
	waiting: jobWaitOutput.nullable(),
	errorMessage: z.string().nullable(),
	/** The model that paints; null for the forge. */
	model: z.string().nullable(),
	/** Where the service is that paints; null for engines whose service is not the creator's to name. */
	engineAddress: z.string().nullable(),
	/** What goes with each call, the most important first. */
	references: z.array(jobReferenceOutput),
	/** Whether images take palette and line from the references, and not from the words of the art style. */
	styleLock: z.boolean(),
	/** Whether the built-in forge's drawing of each image goes with its call. */
	sketch: z.boolean(),
	pauseReason: pauseReasonSchema.nullable(),
	/** Images given up so far. */
	failedImages: z.int(),
	/** Images of which another version is being made; the job's status does not show it. */
	redraws: z.int(),
	/** Images that resuming would have drawn, one call each unless a call fails; 0 unless it is paused. */
	imagesToResume: z.int(),
	/** Images that retrying would have drawn: the failed ones, and those an early end left out. */
	imagesToRetry: z.int(),
	/**
	 * How many images have a picture that is known to be missing or damaged in storage and does not come back by itself; null
	 * for none, and in lists of jobs, which do not look.
	 */
	damagedImages: damagedImagesOutput.nullable(),
	/**
	 * Whether resuming, retrying or regenerating needs the engine's key with the call: the one it had is forgotten. Of a login
	 * that was optional it is as well, and without one calls go out without.
	 */
	needsApiKey: z.boolean(),
	/** Calls that were, or may have been, charged, and their price in USD; 0 with the forge. */
	paidCalls: z.int(),
	costUsd: z.number(),
	/** The part of it that the service did not report: calls whose answer never came, each at the price of an image. */
	estimatedUsd: z.number(),
});
export type GenerationJob = z.infer<typeof generationJobOutput>;

export const startGenerationOutput = z.object({ jobId: z.string(), job: generationJobOutput });
export type StartedGeneration = z.infer<typeof startGenerationOutput>;

export const planRowOutput = z.object({
	index: z.int(),
	tokenNumber: z.int(),
	traits: anyTraitsSchema,
	dna: z.string(),
	seed: z.string(),
	rarityScore: z.number(),
	rarityRank: z.int(),
});

export const planGenerationOutput = z.object({
	seed: z.string(),
	rows: z.array(planRowOutput),
	/** Unique combinations this input can make; text because it can exceed 2^53. */
	capacity: z.string(),
	/** Set when the batch is larger than the capacity: 'only n unique combinations'. */
	notice: z.string().nullable(),
	rarityProvisional: z.boolean(),
	/** Null for the forge, which costs nothing. */
	price: z
		.object({ amount: z.number(), currency: z.literal('USD'), model: z.string(), pricedAt: z.string() })
		.nullable(),
});

export type GenerationPlan = z.infer<typeof planGenerationOutput>;

/** The caller's own things unless a developer asks for everybody's. */
export const scopeSchema = z.enum(['own', 'all']).default('own');
export type Scope = z.infer<typeof scopeSchema>;

const cursorSchema = idSchema
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

/** Without `limit` all jobs come. */
export const jobListInput = z
	.strictObject({
		...pageFields,
		scope: scopeSchema,
		/** Images of each job that come with it. */
		covers: int4FromText({ min: 0, max: coverImageCount }).prefault(coverImageCount),
	})
	.prefault({});
export type JobListInput = z.infer<typeof jobListInput>;
export const jobInput = z.strictObject({ jobId: idSchema, scope: scopeSchema });
export type JobInput = z.infer<typeof jobInput>;

/**
 * Without `limit` all images come. They begin with the one at place `from`, counted from 0 in token order among those in
 * `state` where it is given, or after the one whose id is `cursor`.
 */
export const imageListInput = jobInput.extend({
	state: imageStateSchema.optional(),
	cursor: cursorSchema,
	from: z.int().min(0).max(batchSizeMax).default(0),
	limit: z.int().min(1).max(batchSizeMax).optional(),
});
export type ImageListInput = z.infer<typeof imageListInput>;

export const imageFileSizeSchema = z.enum(['full', '512', '200']);
/** Path and query of `GET /api/images/{imageId}/file`. */
export const imageInput = z.strictObject({
	imageId: idSchema,
	size: imageFileSizeSchema.default('full'),
	/** A version's bytes never change; without it the chosen one comes. */
	version: int4FromText({ min: 1 }).optional(),
	scope: scopeSchema,
});
export type ImageInput = z.infer<typeof imageInput>;
export type ImageFileSize = z.infer<typeof imageFileSizeSchema>;

import { z } from 'zod';
import {
	afflictionSchema,
	artStyleSchema,
	backgroundSchema,
	classSchema,
	raceSchema,
} from '../catalogue/image-traits.ts';
import { engineSchema } from '../engines/engines.ts';
import { sha256Schema } from '../text.ts';
import { generatedImageOutput } from './generated-image.ts';
import { jobReferenceOutput } from './job-references.ts';
import { jobPhaseSchema, jobStatusSchema, pauseReasonSchema } from './job-states.ts';

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

import { z } from 'zod';
import { formatNumber } from './format-number.ts';
import { galleryThemeSchema } from './gallery.ts';
import {
	collectionNameMaxLength,
	descriptionMaxLength,
	mergeCollectionImagesMax,
	mergeCollectionsMax,
	mergeImagesMax,
	projectNameMaxLength,
	seedMaxLength,
	traitRenamesMax,
} from './limits.ts';
import { pageFields } from './paging.ts';
import { mintPriceSchema, solPriceSchema } from './sale/phases.ts';
import { saleStageSchema } from './sale/sales.ts';
import { scopeSchema } from './scope.ts';
import { idSchema, longText, sha256Schema, shownText, storableText } from './text.ts';
import { royaltyPercentageSchema, symbolSchema, tokenSettingsSchema } from './token-settings.ts';

/** What the merge doctor may find, and what to do about it. */
export const mergeFixesSchema = z
	.strictObject({
		/** Trait names that differ in case or white space alone: all as the most frequent one, or as they are. */
		traitNames: z.enum(['unify', 'keep']).default('unify'),
		/** The same for values. */
		traitValues: z.enum(['unify', 'keep']).default('unify'),
		/** A trait that other tokens have: 'None' where a token with traits lacks it, or as it is. */
		missingTraits: z.enum(['none', 'keep']).default('keep'),
		/** Images of equal bytes: all, or only the first, of which one with metadata goes before those without. */
		duplicateImages: z.enum(['keep', 'drop']).default('keep'),
		/** Tokens of equal traits: all, or only the first. */
		duplicateTraits: z.enum(['keep', 'drop']).default('keep'),
		/** Images without metadata: kept with no trait, or left out. */
		missingMetadata: z.enum(['keep', 'drop']).default('keep'),
		/** Images whose metadata names no trait, where others have some: kept so, with 'None' for every trait, or left out. */
		noTraits: z.enum(['keep', 'none', 'drop']).optional(),
		/** Images whose size is not the most frequent one. */
		mixedSizes: z.enum(['keep', 'drop']).default('keep'),
		/** Files that are not a picture; kept ones only if they were uploaded as such. */
		unreadableFiles: z.enum(['drop', 'keep']).default('drop'),
		/** WebP pictures, which Metaplex's Sugar does not take: byte for byte, or as PNG of the same pixels; animated ones stay. */
		webpImages: z.enum(['keep', 'png']).optional(),
		/** Addresses in metadata that lead nowhere, or to a machine of the creator's own: as they are, or left out. */
		deadAddresses: z.enum(['keep', 'drop']).optional(),
		/** Trait names to change, old to new, before anything else; with `traitNames: 'unify'` in all of their spellings. */
		renames: z
			.record(storableText(100), shownText(100).min(1))
			.refine((renames) => Object.keys(renames).length <= traitRenamesMax, `At most ${traitRenamesMax} names`)
			.default({}),
	})
	.prefault({});
export type MergeFixes = z.output<typeof mergeFixesSchema>;

export const mergeOrderSchema = z.enum(['keep', 'interleave', 'shuffle']);
export type MergeOrder = z.infer<typeof mergeOrderSchema>;

export const mergeOptionsSchema = z
	.strictObject({
		/** One collection after the other, in turns as even as their sizes allow, or by chance from the seed. */
		order: mergeOrderSchema.default('keep'),
		/** Decides the shuffle; made up where it is missing. */
		seed: storableText(seedMaxLength).min(1).optional(),
		/** Every token as '<project name> #n', or by its old name where it has one. */
		naming: z.enum(['renumber', 'keep']).default('renumber'),
		fixes: mergeFixesSchema,
		/** What the merge writes into the metadata of all tokens and of the collection. */
		metadata: tokenSettingsSchema.optional(),
	})
	.prefault({});
export type MergeOptions = z.output<typeof mergeOptionsSchema>;

/** The options that an archive says it was merged with, by whatever version: what is not known here may stand beside them. */
export const frozenOptionsSchema = z.looseObject({
	...mergeOptionsSchema.unwrap().shape,
	fixes: z.looseObject(mergeFixesSchema.unwrap().shape),
	metadata: z.looseObject({ namePattern: z.string().optional() }).optional(),
});

const inputCollectionBase = z.strictObject({
	id: idSchema,
	name: shownText(collectionNameMaxLength).min(1, 'Required'),
	description: longText(descriptionMaxLength).default(''),
	imageCount: z.int().min(1).max(mergeCollectionImagesMax),
	uploadedAt: z.iso.datetime({ offset: true }),
});

/** A collection of `merge.start`: its list of images was uploaded as a `collectionManifestSchema` document. */
export const inputCollectionSchema = inputCollectionBase.extend({ manifest: sha256Schema });
export type InputCollection = z.infer<typeof inputCollectionSchema>;

const toCollections = <Item extends z.ZodType<{ readonly imageCount: number }>>(item: Item) =>
	z
		.array(item)
		.min(1, 'Please add at least one collection to merge')
		.max(mergeCollectionsMax, `At most ${mergeCollectionsMax} collections`)
		.refine(
			(collections) => collections.reduce((sum, { imageCount }) => sum + imageCount, 0) <= mergeImagesMax,
			`At most ${formatNumber(mergeImagesMax)} images`,
		);

const leftOutMax = mergeCollectionsMax * mergeCollectionImagesMax;

const leftOutFilesSchema = z.strictObject({
	/** No picture that can be read. */
	unreadableFiles: z.int().min(1).max(leftOutMax).optional(),
	/** Files that are not taken, such as empty ones and pictures that are too large. */
	refusedFiles: z.int().min(1).max(leftOutMax).optional(),
});
export type LeftOutFiles = z.infer<typeof leftOutFilesSchema>;

/** What starts a merge; `POST /api/merge-jobs` takes it too, and images in place of a manifest. */
export const startMergeInput = z.strictObject({
	projectName: shownText(projectNameMaxLength).min(1, 'Please enter a project name'),
	description: longText(descriptionMaxLength).default(''),
	inputCollections: toCollections(inputCollectionSchema),
	options: mergeOptionsSchema,
	/** Whether it stays out of the gallery when it is finished; without it the gallery shows it. */
	hidden: z.boolean().optional(),
	/** Files of the collections that are not in their lists, to be counted among what was left out. */
	leftOut: leftOutFilesSchema.optional(),
});
export type StartMergeInput = z.output<typeof startMergeInput>;

/** processing -> completed | failed. */
export const mergeStatusSchema = z.enum(['processing', 'completed', 'failed']);
export const mergePhaseSchema = z.enum([
	'queued',
	'checking',
	'merging',
	'storing',
	'waiting_for_room',
	'done',
	'failed',
]);
export type MergeStatus = z.infer<typeof mergeStatusSchema>;
export type MergePhase = z.infer<typeof mergePhaseSchema>;

export const mergedImageOutput = z.object({
	/** From 1. */
	tokenNumber: z.int(),
	name: z.string(),
	imageUrl: z.string(),
});

export const mergeJobOutput = z.object({
	id: z.string(),
	projectName: z.string(),
	description: z.string(),
	inputCollections: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			description: z.string(),
			imageCount: z.int(),
			uploadedAt: z.string(),
		}),
	),
	status: mergeStatusSchema,
	phase: mergePhaseSchema,
	/** Percent. */
	progress: z.int(),
	/** Images put in; once completed, images that came out. */
	totalImages: z.int(),
	/** The first ones on the detail, none in a list. */
	mergedImages: z.array(mergedImageOutput),
	coverUrl: z.string().nullable(),
	downloadUrl: z.string().nullable(),
	/** The size of the archive; null until it is completed. */
	sizeBytes: z.number().nullable(),
	provenance: z.string().nullable(),
	/** The estimate so far; null until there is something to measure. */
	secondsLeft: z.number().nullable(),
	/** Images left out, by what the doctor found; `refusedFiles` are those that nobody takes. */
	leftOut: z.record(z.string(), z.int()),
	createdAt: z.string(),
	completedAt: z.string().nullable(),
	errorMessage: z.string().nullable(),
	collectionName: z.string().nullable(),
	collectionSymbol: z.string().nullable(),
	collectionDescription: z.string().nullable(),
	royaltyPercentage: z.number(),
	/** In SOL. */
	mintPrice: z.number().nullable(),
	isMinting: z.boolean(),
	isMinted: z.boolean(),
	contractAddress: z.string().nullable(),
	mintedAt: z.string().nullable(),
	/** The phase of its sale on Solana; null while none was started. */
	salePhase: saleStageSchema.nullable(),
	themes: z.array(galleryThemeSchema),
	/** Whether the owner keeps it out of the gallery. */
	hidden: z.boolean(),
	/** Whether the gallery names the owner. */
	showsCreator: z.boolean(),
});
export type MergeJob = z.infer<typeof mergeJobOutput>;

/** Without `limit` all merges come. */
export const mergeListInput = z.strictObject({ ...pageFields, scope: scopeSchema }).prefault({});
export const mergeJobInput = z.strictObject({ jobId: idSchema, scope: scopeSchema });
export type MergeJobInput = z.infer<typeof mergeJobInput>;
export const startMergeOutput = z.object({ jobId: z.string(), job: mergeJobOutput });
export type StartedMerge = z.infer<typeof startMergeOutput>;
/** An image that came with `POST /api/merge-jobs` and was left out, with a sentence why. */
export const refusedImageOutput = z.object({ collection: z.string(), filename: z.string(), error: z.string() });
export type RefusedImage = z.infer<typeof refusedImageOutput>;
/** Answer of `POST /api/merge-jobs`. */
export const receivedMergeOutput = startMergeOutput.extend({ refusedImages: z.array(refusedImageOutput) });
export type ReceivedMerge = z.infer<typeof receivedMergeOutput>;
/** Path of hide and show. */
export const controlMergeInput = z.strictObject({ jobId: idSchema });
export type ControlMergeInput = z.infer<typeof controlMergeInput>;

/** The listing's facts, as the form and `PATCH /api/merge-jobs/{jobId}` take them. */
const listingFields = {
	collectionName: shownText(collectionNameMaxLength).min(1, 'Required'),
	collectionSymbol: symbolSchema,
	collectionDescription: longText(descriptionMaxLength),
	/** In SOL. */
	mintPrice: solPriceSchema,
	royaltyPercentage: royaltyPercentageSchema,
} as const;

/** The 'Mint & List' form. */
export const listingFormSchema = z.strictObject(listingFields);
export type ListingForm = z.infer<typeof listingFormSchema>;

export const updateMergeInput = z
	.strictObject(listingFields)
	.partial()
	.extend({
		jobId: idSchema,
		mintPrice: mintPriceSchema.optional(),
		/** False pauses a sale that runs, and true resumes it; otherwise the chain decides. */
		isMinting: z.boolean().optional(),
		walletAddress: storableText(100, z.string().trim()).optional(),
		themes: z.array(galleryThemeSchema).max(4).optional(),
		showsCreator: z.boolean().optional(),
	});
export type UpdateMergeInput = z.output<typeof updateMergeInput>;

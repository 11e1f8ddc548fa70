import { z } from 'zod';
import { formatNumber } from './format-number.ts';
import { weightsSchema } from './generation/plan-steering.ts';
import {
	attributeFindingMaxLength,
	attributeImagesMax,
	attributeOriginalMaxBytes,
	projectNameMaxLength,
	seedMaxLength,
	symbolMaxLength,
	uploadPathMaxLength,
} from './limits.ts';
import { idSchema, invisibleCharacters, sha256Schema, shownText } from './text.ts';

/** Relative weights per value of the traits that the attribute generator plans; every other trait is refused. */
export const attributeWeightsSchema = weightsSchema.superRefine((weights, context) => {
	for (const trait of ['race', 'background'] as const) {
		if (weights[trait] === undefined) continue;
		context.addIssue({ code: 'custom', path: [trait], message: `The attribute generator plans no ${trait}` });
	}
});

/**
 * A token's metadata: a JSON value, or a text, which is taken as the whole content of its file. Whatever is not an object is
 * reported, kept beside the rest and replaced.
 */
const existingMetadataSchema = z.array(z.unknown()).max(attributeImagesMax);

/** The uploaded JSON document that lists a folder: sent in place of `fileNames` and `existingMetadata` where these are long. */
export const attributeFolderSchema = z.strictObject({
	format: z.literal('adx-folder-1'),
	/** In the order of their numbers. */
	images: z
		.array(
			z.strictObject({
				filename: z.string().min(1).max(uploadPathMaxLength),
				metadata: z.unknown(),
				/** What findings about its metadata name, such as the path of its JSON file; the image where it is missing. */
				reportedAs: z.string().min(1).max(uploadPathMaxLength).optional(),
				/** The bytes of its metadata file in base64, where `metadata` does not give them back and something is wrong with it. */
				original: z
					.string()
					.max(Math.ceil(attributeOriginalMaxBytes / 3) * 4)
					.optional(),
			}),
		)
		.min(1)
		.max(attributeImagesMax),
	/** What was wrong with the folder's files when it was read, images that are left out included. */
	findings: z
		.array(
			z.strictObject({
				filename: z.string().max(attributeFindingMaxLength),
				problem: z.string().max(attributeFindingMaxLength),
			}),
		)
		.optional(),
});
export type AttributeFolder = z.infer<typeof attributeFolderSchema>;

const wrongFolderSize = `folderSize must be a whole number from 1 to ${formatNumber(attributeImagesMax)}.`;

/** Body of `POST /api/attribute-generator`; `folderSize` alone gives 1.json to N.json. */
export const startAttributesInput = z
	.strictObject({
		folderSize: z.int(wrongFolderSize).min(1, wrongFolderSize).max(attributeImagesMax, wrongFolderSize),
		/** As many as `folderSize`, in the order of their numbers; each keeps its name. */
		fileNames: z.array(z.string().min(1).max(uploadPathMaxLength)).max(attributeImagesMax).optional(),
		/** As many as `folderSize`; null where an image has none. */
		existingMetadata: existingMetadataSchema.optional(),
		/** Hash of an uploaded `attributeFolderSchema` document, in place of the two lists. */
		folder: sha256Schema.optional(),
		/** Whether a trait that existing metadata already has keeps its value or gets the planned one. */
		existingTraits: z.enum(['keep', 'replace']).default('keep'),
		/** Generated, and returned with the job, where it is missing. */
		seed: z
			.string()
			.min(1)
			.max(seedMaxLength)
			.refine((seed) => !invisibleCharacters.test(seed), 'Use visible characters only')
			.optional(),
		weights: attributeWeightsSchema.optional(),
		projectName: shownText(projectNameMaxLength).optional(),
		symbol: shownText(symbolMaxLength).optional(),
	})
	.superRefine((input, context) => {
		for (const list of ['fileNames', 'existingMetadata'] as const) {
			if (input[list] === undefined) continue;
			if (input.folder !== undefined)
				context.addIssue({ code: 'custom', path: [list], message: `'${list}' stands in the folder already` });
			else if (input[list].length !== input.folderSize)
				context.addIssue({ code: 'custom', path: [list], message: `Expected ${input.folderSize} entries` });
		}
	});
export type StartAttributesInput = z.input<typeof startAttributesInput>;
export type AttributesRequest = z.output<typeof startAttributesInput>;

/** What the work is done from, beside the folder's list: the order with the seed that was made up where none was given. */
export type StoredAttributesRequest = Pick<
	AttributesRequest,
	'folderSize' | 'existingTraits' | 'weights' | 'symbol'
> & {
	readonly seed: string;
};

export const attributeStatusSchema = z.enum(['pending', 'processing', 'completed', 'failed']);
export type AttributeStatus = z.infer<typeof attributeStatusSchema>;

/** What is wrong with an image's file or its metadata, or could not be taken over from it. */
export const attributeFindingSchema = z.object({
	/** Path of the metadata file where it is known, else of the image, or of a list of metadata, as it was given. */
	filename: z.string(),
	/** One sentence. */
	problem: z.string(),
});
export type AttributeFinding = z.infer<typeof attributeFindingSchema>;

export const attributeJobSchema = z.object({
	id: idSchema,
	status: attributeStatusSchema,
	/** Percent. */
	progress: z.number(),
	totalImages: z.int(),
	processedImages: z.int(),
	/** Set exactly when the job is completed. */
	downloadUrl: z.string().nullable(),
	errorMessage: z.string().nullable(),
	createdAt: z.date(),
	completedAt: z.date().nullable(),
	projectName: z.string(),
	/** With the same request it gives the same traits again. */
	seed: z.string(),
	/** What is wrong with images and existing metadata: the first hundred are listed (none in a list of jobs), all of them are in the download. */
	findingCount: z.int(),
	findings: z.array(attributeFindingSchema),
});
export type AttributeJob = z.infer<typeof attributeJobSchema>;

/** Answer of the POST: `error` is null whenever `success`. */
export const startAttributesOutput = z.object({
	success: z.boolean(),
	job: attributeJobSchema.nullable(),
	error: z.string().nullable(),
});
export type StartedAttributes = z.infer<typeof startAttributesOutput>;

export const attributeJobInput = z.strictObject({ id: idSchema });
export type AttributeJobInput = z.infer<typeof attributeJobInput>;

import { z } from 'zod';
import { mergeCollectionImagesMax, uploadHashesMax, uploadPathMaxLength } from './limits.ts';
import { sha256Schema } from './text.ts';

/** Body of `POST /api/uploads/missing`. */
export const missingUploadsInput = z
	.strictObject({
		hashes: z.array(sha256Schema).min(1).max(uploadHashesMax),
		/** Bytes of each, in the order of the hashes, so that what does not fit is refused before it is sent. */
		sizes: z.array(z.int().min(0)).max(uploadHashesMax).optional(),
	})
	.refine(({ hashes, sizes }) => sizes === undefined || sizes.length === hashes.length, {
		message: 'As many sizes as hashes are needed',
		path: ['sizes'],
	});
export type MissingUploadsInput = z.infer<typeof missingUploadsInput>;
/** The hashes that this owner has not uploaded or generated, in the order of the request. */
export const missingUploadsOutput = z.object({ missing: z.array(sha256Schema) });

/** Answer of `GET /api/uploads`: what the caller's uploads take that nothing uses yet, and may take; null for no limit. */
export const uploadUsageOutput = z.object({ unusedBytes: z.int(), quotaBytes: z.int().nullable() });
export type UploadUsage = z.infer<typeof uploadUsageOutput>;

/** Path and query of `PUT /api/uploads/{sha256}`; the body is the bytes. */
export const uploadInput = z.strictObject({
	sha256: sha256Schema,
	/**
	 * `image` is looked into on arrival, and `layer` must be one that can be composed; `unreadable` keeps what is not a picture
	 * on purpose; `manifest` is a collection's list, `folder` the list of a folder for the attribute generator, `layers` that
	 * of a folder of layers. `reference` is a still picture that goes with the calls of a generation.
	 */
	as: z.enum(['image', 'layer', 'unreadable', 'manifest', 'folder', 'layers', 'reference']).default('image'),
});
export type UploadInput = z.infer<typeof uploadInput>;

/** The file that was stored, as it arrived. */
export const uploadOutput = z.object({
	sha256: sha256Schema,
	sizeBytes: z.int(),
	/** `application/octet-stream` for what is not a picture. */
	mime: z.string(),
	width: z.int().nullable(),
	height: z.int().nullable(),
});
export type Upload = z.infer<typeof uploadOutput>;

/** An image of a collection that is merged; its bytes were uploaded or generated before. */
export const mergeImageSchema = z.strictObject({
	/** Path inside what was picked, '/' between folders; what the database cannot hold of it is replaced. */
	filename: z.string().min(1).max(uploadPathMaxLength),
	sha256: sha256Schema,
	/** Null where none was found. */
	metadata: z.record(z.string(), z.unknown()).nullable(),
});
export type MergeImageEntry = z.infer<typeof mergeImageSchema>;

/** The uploaded JSON document that lists a collection's images, so that a merge of 100,000 starts with a small call. */
export const collectionManifestSchema = z.strictObject({
	format: z.literal('adx-upload-1'),
	/** In the order they are to keep. */
	images: z.array(mergeImageSchema).min(1).max(mergeCollectionImagesMax),
});
export type CollectionManifest = z.infer<typeof collectionManifestSchema>;

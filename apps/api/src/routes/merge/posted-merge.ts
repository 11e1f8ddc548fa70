import { postedImageSchema } from '@adx/core/merge/receive/posted-image';
import { mergeCollectionsMax } from '@adx/validators/limits';
import { inputCollectionSchema, startMergeInput } from '@adx/validators/merge';
import { z } from 'zod';

const postedCollectionSchema = inputCollectionSchema
	.omit({ manifest: true })
	.extend({ images: z.array(postedImageSchema).min(1) });

/** The body of `POST /api/merge-jobs` for its description; the route reads it as it arrives, image by image. */
export const postedMergeInput = startMergeInput.extend({
	inputCollections: z
		.array(z.union([inputCollectionSchema, postedCollectionSchema]))
		.min(1)
		.max(mergeCollectionsMax),
});

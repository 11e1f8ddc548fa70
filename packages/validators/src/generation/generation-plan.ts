import { z } from 'zod';
import { anyTraitsSchema } from '../catalogue/image-traits.ts';

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

import { z } from 'zod';
import { afflictions } from '../catalogue/afflictions.ts';
import { classes } from '../catalogue/classes.ts';
import { divinities } from '../catalogue/divinities.ts';
import { items } from '../catalogue/items.ts';
import type { CatalogueOption } from '../catalogue/option.ts';
import { races } from '../catalogue/races.ts';
import { stones } from '../catalogue/stones.ts';
import { batchSizeMax, projectNameMaxLength, seedMaxLength } from '../limits.ts';
import { invisibleCharacters } from '../text.ts';
import { unknownValue } from '../zod-messages.ts';

/** The trait columns a plan may be steered by. */
export const plannedTraitSchema = z.enum([
	'race',
	'class',
	'background',
	'affliction',
	'divinity',
	'items',
	'magicalStone',
]);
export type PlannedTrait = z.infer<typeof plannedTraitSchema>;

/** Backgrounds are missing on purpose: an invented landscape's name may be steered too. */
const closedCatalogues: Readonly<
	Partial<Record<PlannedTrait, { readonly noun: string; readonly options: readonly CatalogueOption[] }>>
> = {
	race: { noun: 'race', options: races },
	class: { noun: 'class', options: classes },
	affliction: { noun: 'affliction', options: afflictions },
	divinity: { noun: 'divinity', options: divinities },
	items: { noun: 'item', options: items },
	magicalStone: { noun: 'magical stone', options: stones },
};

/** The sentence when `trait` cannot have `value`, else undefined. */
function unknownTraitValue(trait: PlannedTrait, value: string): string | undefined {
	const catalogue = closedCatalogues[trait];
	const isKnown = !catalogue || catalogue.options.some((option) => option.value === value);
	return isKnown ? undefined : unknownValue(catalogue.noun, value);
}

const traitValueSchema = z
	.string()
	.min(1)
	.max(100)
	.refine((value) => !invisibleCharacters.test(value), 'Contains characters that cannot be shown');

/** A number per trait value; values that no catalogue holds would be ignored silently, so they are refused. */
function amountsByTrait<Amount extends z.ZodType<number>>(amount: Amount) {
	const byValue = z.record(traitValueSchema, amount).optional();
	return z
		.strictObject({
			race: byValue,
			class: byValue,
			background: byValue,
			affliction: byValue,
			divinity: byValue,
			items: byValue,
			magicalStone: byValue,
		} satisfies Record<PlannedTrait, typeof byValue>)
		.superRefine((traits, context) => {
			for (const trait of plannedTraitSchema.options) {
				for (const value of Object.keys(traits[trait] ?? {})) {
					const message = unknownTraitValue(trait, value);
					if (message) context.addIssue({ code: 'custom', path: [trait, value], message });
				}
			}
		});
}

/** Relative weights per trait value, e.g. `{race: {elf: 3, dwarf: 1}}`; values left out keep their tier's weight. */
export const weightsSchema = amountsByTrait(z.number().min(0).max(1e6));

/** Exact counts per trait value; what is left is filled by weight. */
export const countsSchema = amountsByTrait(z.number().int().min(0).max(batchSizeMax));

const traitPairSchema = z
	.strictObject({ trait: plannedTraitSchema, value: traitValueSchema })
	.superRefine((pair, context) => {
		const message = unknownTraitValue(pair.trait, pair.value);
		if (message) context.addIssue({ code: 'custom', path: ['value'], message });
	});

/** `never`: the two values meet on no image. `together`: an image with `left` also has `right`. */
const ruleSchema = z.strictObject({
	kind: z.enum(['never', 'together']),
	left: traitPairSchema,
	right: traitPairSchema,
});
export type PlanRule = z.infer<typeof ruleSchema>;
export const rulesSchema = z.array(ruleSchema).max(100);

/** What a collection is called. */
export const projectNameSchema = z
	.string()
	.trim()
	.max(projectNameMaxLength, `At most ${projectNameMaxLength} characters`)
	.refine((name) => !invisibleCharacters.test(name), 'Contains characters that cannot be shown');

/** A seed makes a plan repeatable: the same input and seed give the same rows. */
export const seedSchema = z
	.string()
	.min(1)
	.max(seedMaxLength)
	.regex(/^[\x20-\x7e]+$/, 'Use plain letters, digits and signs');

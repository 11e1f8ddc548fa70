import { z } from 'zod';
import {
	creatorsMax,
	descriptionMaxLength,
	namePatternMaxLength,
	royaltyMaxPercent,
	symbolMaxLength,
} from './limits.ts';
import { solanaAddressSchema } from './sale/sales.ts';
import { invisibleCharacters, longText, shownText } from './text.ts';

/** A symbol, in capitals. */
export const symbolSchema = z
	.string()
	.trim()
	.toUpperCase()
	.min(1, 'Required')
	.max(symbolMaxLength, `At most ${symbolMaxLength} characters`)
	.refine((text) => !invisibleCharacters.test(text), 'Use visible characters only');

/** A royalty that marketplaces take, in percent. */
export const royaltyPercentageSchema = z
	.number('Enter a percentage')
	.min(0, 'At least 0')
	.max(royaltyMaxPercent, `At most ${royaltyMaxPercent}`);

/** What stands for something else in a pattern; one that nobody fills is a slip. */
const placeholder = /\{\s*[a-z_][\w-]*\s*\}/gi;
const knownPlaceholders = new Set(['{number}', '{name}']);
const placeholdersMax = 6;

const toPattern = (text: z.ZodString) =>
	text
		.min(1, 'Required')
		.refine((pattern) => listPlaceholders(pattern).every((each) => knownPlaceholders.has(each)), {
			error: 'Only {number} and {name} are filled in',
			abort: true,
		})
		.refine((pattern) => listPlaceholders(pattern).length <= placeholdersMax, {
			error: `At most ${placeholdersMax} placeholders`,
			abort: true,
		})
		// A name may be as long as a whole pattern, so that several would make every token's text many times as long.
		.refine(
			(pattern) => listPlaceholders(pattern).filter((each) => each === '{name}').length <= 1,
			'{name} can be filled in once',
		);

const listPlaceholders = (pattern: string) => pattern.match(placeholder) ?? [];

const sumShares = (creators: readonly { readonly share: number }[]) =>
	creators.reduce((sum, { share }) => sum + share, 0);

/** Who gets the royalties, as Solana's token metadata holds it. */
const creatorsSchema = z
	.array(z.strictObject({ address: solanaAddressSchema, share: z.int().min(0).max(100) }))
	.min(1, { error: 'At least one creator', abort: true })
	.max(creatorsMax, `At most ${creatorsMax} creators`)
	.refine((creators) => new Set(creators.map(({ address }) => address)).size === creators.length, {
		error: 'Name each address once',
		abort: true,
	})
	.refine((creators) => sumShares(creators) === 100, {
		error: ({ input }) => `The shares add up to ${sumShares(input as { share: number }[])}, not to 100`,
	});

/** The metadata that every token of a merge gets in place of its own; what is left out stays as it is. */
export const tokenSettingsSchema = z.strictObject({
	/** The names of renumbered tokens: `{number}` is the token's, `{name}` the project's name. Default '{name} #{number}'. */
	namePattern: toPattern(shownText(namePatternMaxLength)).optional(),
	/** The description of every token: `{number}` is the token's, `{name}` the token's name. */
	descriptionPattern: toPattern(longText(descriptionMaxLength)).optional(),
	symbol: symbolSchema.optional(),
	royaltyPercentage: royaltyPercentageSchema.optional(),
	creators: creatorsSchema.optional(),
});
export type TokenSettings = z.output<typeof tokenSettingsSchema>;

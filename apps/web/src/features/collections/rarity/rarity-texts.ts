import type { CollectionKind } from '@adx/validators/exports';
import { formatNumber as number } from '@adx/validators/format-number';
import { facetsMax, provisionalBelow } from '@adx/validators/limits';
import { formatMany as many } from '../../../lib/format/format-quantity.ts';
import { subjectNames } from '../../../shell/page-names.ts';

const rankingOrders = {
	'rank ascending': 'Rarest first',
	'rank descending': 'Most common first',
	'score descending': 'Highest score first',
	'score ascending': 'Lowest score first',
	'number ascending': 'Number',
	'number descending': 'Number, last first',
	'name ascending': 'Name',
	'name descending': 'Name, Z to A',
} as const;
export type RankingOrder = keyof typeof rankingOrders;

/** The texts of the rarity page, by part. */
export const rarityTexts = {
	title: (name: string) => `Rarity of ${name}`,
	/** In the browser's tab until its name is known. */
	kind: subjectNames.rarity,
	loading: 'Loading the rarity',
	notFound: {
		title: 'No collection found',
		text: 'There is no such collection among those you may see.',
		home: 'Back to Create',
		toGallery: 'See what there is',
	},
	failed: {
		title: 'The rarity could not be loaded',
		again: 'Load again',
		toJob: 'Open the job',
		toAttributes: 'Open the attribute generator',
	},
	back: {
		generated: 'Back to the job',
		merged: 'Back to the collection',
		attributed: 'Back to the attribute generator',
	} satisfies Record<CollectionKind, string>,
	kinds: {
		generated: 'Generated',
		merged: 'Frozen Collection',
		attributed: 'Attributed art',
	} satisfies Record<CollectionKind, string>,
	tabs: { ranking: 'Ranking', traits: 'Traits', exports: 'Export' },
	tabsLabel: 'Parts of the rarity page',
	facts: {
		label: 'Facts',
		size: 'Tokens',
		traits: 'Traits',
		entropy: 'Entropy',
		bits: (bits: number) => `${bits.toLocaleString('en', { maximumFractionDigits: 2 })} bits`,
	},
	provisional: {
		badge: 'Provisional',
		text: `Under ${provisionalBelow} tokens rank and tier mean little: one more or less moves them all.`,
	},
	csv: 'Download CSV',
	tiers: { title: 'Tiers', of: (share: string) => `${share} of the collection` },
	ranking: {
		label: 'Tokens, the rarest first',
		labelIn: (order: RankingOrder) => `Tokens: ${rankingOrders[order]}`,
		how: 'How the ranking works',
		first: 'Tokens that have a value no other token has come first: unique beats rare, whatever the score.',
		score:
			'Then the score decides, as OpenRarity defines it: how much the traits of a token tell, measured by the collection’s entropy. 1 is average, more is rarer.',
		meta: 'The number of traits counts as a trait of its own; ‘None’ does not add to it. Equal tokens share a rank: 1, 2, 2, 4.',
		tiers:
			'The tier follows from the place in the ranking. Tokens that share a rank have the tier of the last place they take up.',
		columns: { rank: 'Rank', token: 'Token', tier: 'Tier', score: 'Score', unique: 'Unique traits' },
		scoreOf: (score: number) => score.toFixed(2),
		unique: (count: number) => many(count, 'unique', 'unique'),
		traitCount: 'Number of traits',
		why: (name: string) => `Why ${name} has this rank`,
		traits: (name: string) => `Traits of ${name}`,
		onlyOne: 'only this one',
		shared: (count: number, share: string) => `${number(count)} (${share})`,
		noTraits: 'This token carries no traits.',
		none: 'This collection holds no tokens.',
		search: 'Find a token',
		searchExample: 'Name or #number',
		sort: 'Sort by',
		orders: rankingOrders,
		found: (found: number, size: number) => `${number(found)} of ${many(size, 'token', 'tokens')}`,
		notFound: 'No token is called that.',
		showAll: 'Show all tokens',
		loading: 'Loading tokens',
		failed: 'These tokens could not be loaded.',
		again: 'Load again',
		picturesAway: 'The pictures stay with you, so the tokens are listed without.',
	},
	traits: {
		order: 'Order of the values',
		orders: { frequent: 'Most frequent first', rare: 'Rarest first' },
		none: 'The tokens of this collection carry no traits.',
		columns: { value: 'Value', share: 'Share', count: 'Tokens' },
		show: (value: string) => `Show the pictures with ${value}`,
		missing: 'Without this trait',
		further: 'Further values',
		values: (count: number) => many(count, 'value', 'values'),
		all: (count: number) => `Show all ${number(count)}`,
		more: (shown: number) => `Show the first ${number(shown)}`,
		less: 'Show fewer',
		tooMany: (count: number) => `${number(count)} more: the CSV has them.`,
		firstTraits: `At most ${facetsMax} traits are listed: the CSV has all.`,
	},
} as const;

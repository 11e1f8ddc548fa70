import { formatNumber } from '@adx/validators/format-number';
import { type MergeFixes, mergeFixesSchema } from '@adx/validators/merge';
import { type CaseFolding, createCaseFolding } from '../metadata/case-folding.ts';
import { findLostEntries } from '../metadata/token-attributes.ts';
import { findMainSpelling, type Spelling, type TraitSpellings, unifySpellings } from '../metadata/trait-spellings.ts';
import { isStillWebp } from './converted-images.ts';
import { createDeadAddressTest, listDeadAddresses } from './dead-addresses.ts';
import {
	applyDrops,
	countTraitNames,
	type DropKind,
	dropKinds,
	findDropped,
	getMostCommonSize,
	hasTraits,
	toSizeKey,
} from './merge-fixes.ts';
import { type MergeCandidate, type MergeSource, readTokens } from './read-tokens.ts';

/** What a fix is chosen for. */
export type FixableKind = Exclude<keyof MergeFixes, 'renames'>;
export type FindingKind = FixableKind | 'metadataProblems' | 'lostEntries';

export interface MergeFinding {
	readonly kind: FindingKind;
	/** Trait names, values, traits, problems or tokens that lose something; for the other kinds the images that 'drop' would leave out. */
	readonly count: number;
	/** The first sentences about it; up to five unless more are asked for. */
	readonly examples: readonly string[];
}

/** A line of a finding's full list. */
export interface FindingRow {
	/** The collection's name; '' for what is not of one collection. */
	readonly collection: string;
	/** The file, or the trait, or the trait with a value. */
	readonly name: string;
	/** What is said of it: a sentence without its subject and full stop, or of metadata a whole one. */
	readonly problem: string;
}

const examplesMax = 5;

/** Nothing is left out, of a collection that is not going to be merged. */
const keepAll: MergeFixes = mergeFixesSchema.parse({ unreadableFiles: 'keep' });

/**
 * What to know before merging, under the new names and without the tokens that the fixes leave out: a kind that can leave
 * out tokens is counted as the merge would, after the kinds before it, and missing traits after all of them. Spellings are
 * those of all tokens, as the merge unifies them first. Findings that found nothing are left out. Linear in the number of
 * tokens.
 */
export function examineMerge(
	sources: readonly MergeSource[],
	fixes: MergeFixes = keepAll,
	sentencesMax: (kind: FindingKind) => number = () => examplesMax,
): readonly MergeFinding[] {
	const setting = readSetting(sources, fixes);
	return findingKinds.flatMap((kind) => {
		const { count, examples } = examinations[kind]({ ...setting, sentencesMax: sentencesMax(kind) });
		return count === 0 ? [] : [{ kind, count, examples }];
	});
}

/** All that a finding is about: a line for every spelling that is not the most frequent one, else for every token. */
export function listFinding(
	kind: FindingKind,
	sources: readonly MergeSource[],
	fixes: MergeFixes = keepAll,
): readonly FindingRow[] {
	return examinations[kind]({ ...readSetting(sources, fixes), sentencesMax: 0 }).rows();
}

interface Setting {
	readonly folds: CaseFolding;
	readonly sources: readonly MergeSource[];
	readonly fixes: MergeFixes;
	/** All of them, with unified spellings where the fixes say so. */
	readonly tokens: readonly MergeCandidate[];
	/** As they are written. */
	readonly spellings: TraitSpellings;
	readonly sentencesMax: number;
}

function readSetting(sources: readonly MergeSource[], fixes: MergeFixes): Omit<Setting, 'sentencesMax'> {
	const folds = createCaseFolding();
	const tokens = readTokens(sources, fixes, folds);
	return { folds, sources, fixes, tokens, spellings: unifySpellings(tokens, folds, fixes) };
}

interface Examination extends Omit<MergeFinding, 'kind'> {
	readonly rows: () => readonly FindingRow[];
}

const examinations: Readonly<Record<FindingKind, (setting: Setting) => Examination>> = {
	traitNames: ({ spellings: { names }, sentencesMax }) => {
		return examineSpellings(
			[...names.values()].map((spelling) => ({ spelling, trait: null })),
			sentencesMax,
		);
	},
	traitValues: ({ spellings: { names, values }, sentencesMax }) => {
		const all = [...values].flatMap(([fold, spellings]) => {
			const trait = findMainSpelling(names.get(fold)!);
			return [...spellings.values()].map((spelling) => ({ spelling, trait }));
		});
		return examineSpellings(all, sentencesMax);
	},
	missingTraits: examineMissingTraits,
	metadataProblems: examineMetadata,
	lostEntries: examineLostEntries,
	webpImages: (setting) => examineRemaining(setting, ({ token }) => (isStillWebp(token) ? 'is a WebP' : null)),
	deadAddresses: (setting) => {
		const isDead = createDeadAddressTest();
		return examineRemaining(setting, ({ token }, shownMax) => {
			const dead = listDeadAddresses(token, isDead);
			return dead.length === 0 ? null : `has ${joinList(dead, shownMax)}`;
		});
	},
	unreadableFiles: (setting) => examineDropped('unreadableFiles', setting, () => 'is not a readable picture'),
	missingMetadata: (setting) => examineDropped('missingMetadata', setting, () => 'has no metadata'),
	noTraits: (setting) => examineDropped('noTraits', setting, () => 'has no traits'),
	mixedSizes: (setting) => {
		const main = getMostCommonSize(listCandidates('mixedSizes', setting));
		return examineDropped('mixedSizes', setting, (token) => `is ${toSizeKey(token)} pixels, most are ${main}`);
	},
	duplicateImages: (setting) =>
		examineDropped('duplicateImages', setting, (_, first) => `is the same picture as ${first}`),
	duplicateTraits: (setting) =>
		examineDropped('duplicateTraits', setting, (_, first) => `has the same traits as ${first}`),
};

const findingKinds: readonly FindingKind[] = [
	'traitNames',
	'traitValues',
	'missingTraits',
	'metadataProblems',
	'lostEntries',
	'webpImages',
	'deadAddresses',
	...dropKinds,
];

/** `trait` is the one whose values these are; null for names of traits. */
function examineSpellings(
	all: readonly { readonly spelling: Spelling; readonly trait: string | null }[],
	sentencesMax: number,
): Examination {
	const several = all.filter(({ spelling }) => spelling.size > 1);
	const toOthers = (spelling: Spelling) => {
		const main = findMainSpelling(spelling);
		return { main, others: [...spelling].filter(([each]) => each !== main) };
	};
	return {
		count: several.length,
		examples: several.slice(0, sentencesMax).map(({ spelling, trait }) => {
			const { main, others } = toOthers(spelling);
			return `'${main}'${trait === null ? '' : ` of '${trait}'`} is also written ${joinList(
				others.map(([other]) => `'${other}'`),
				examplesMax,
			)}.`;
		}),
		rows: () =>
			several.flatMap(({ spelling, trait }) => {
				const { main, others } = toOthers(spelling);
				return others.map(([other, times]) => ({
					collection: '',
					name: trait === null ? other : `${trait}: ${other}`,
					problem: `is written so ${times === 1 ? 'once' : `${formatNumber(times)} times`}, mostly as '${main}'`,
				}));
			}),
	};
}

function examineMissingTraits({ tokens, fixes, folds, sources, sentencesMax }: Setting): Examination {
	const withTraits = applyDrops(tokens, fixes, folds).remaining.filter(hasTraits);
	const partial = [...countTraitNames(withTraits, folds)].filter(([, trait]) => trait.tokens < withTraits.length);
	return {
		count: partial.length,
		examples: partial.slice(0, sentencesMax).map(([, trait]) => {
			const missing = withTraits.length - trait.tokens;
			return `${formatCount(missing, 'token')} of ${formatNumber(withTraits.length)} ${missing === 1 ? 'lacks' : 'lack'} '${trait.name}'.`;
		}),
		rows: () =>
			withTraits.flatMap((token) => {
				const own = new Set(token.attributes.map(({ trait_type }) => folds.name(trait_type)));
				const lacking = partial.flatMap(([fold, { name }]) => (own.has(fold) ? [] : [`'${name}'`]));
				if (lacking.length === 0) return [];
				return [{ ...toPlace(token, sources), problem: `lacks ${joinList(lacking)}` }];
			}),
	};
}

/** What was found as the metadata was read: nothing is chosen here, the files themselves are to be mended. */
function examineMetadata({ sources, sentencesMax }: Setting): Examination {
	const rows = sources.flatMap(({ name: collection, problems = [], tokens }) => [
		...problems.map((each) => ({ collection, ...each })),
		...tokens.flatMap(({ filename, metadataFile, metadataProblems = [] }) =>
			metadataProblems.map((problem) => ({ collection, name: metadataFile ?? filename, problem })),
		),
	]);
	const examples = rows.slice(0, sentencesMax).map((row) => `${toLabel(row, sources)}: ${row.problem}`);
	return { count: rows.length, examples, rows: () => rows };
}

/** What the merge cannot take over of the traits, as it writes each as a name and a text. */
function examineLostEntries({ tokens, fixes, folds, sources, sentencesMax }: Setting): Examination {
	const found = applyDrops(tokens, fixes, folds).remaining.flatMap((candidate) => {
		const { metadata, metadataFile } = candidate.token;
		const lost = findLostEntries(metadata);
		if (lost.length === 0) return [];
		const { collection, name } = toPlace(candidate, sources);
		return [{ collection, name: metadataFile ?? name, lost }];
	});
	return {
		count: found.length,
		examples: found
			.slice(0, sentencesMax)
			.map(({ lost, ...place }) => `${toLabel(place, sources)} loses ${joinList(lost, examplesMax)}.`),
		rows: () => found.map(({ lost, ...place }) => ({ ...place, problem: `loses ${joinList(lost)}` })),
	};
}

/** What is said of those tokens that all fixes leave in, with so many of its objects; null for nothing. */
function examineRemaining(
	{ tokens, fixes, folds, sources, sentencesMax }: Setting,
	describe: (candidate: MergeCandidate, shownMax: number) => string | null,
): Examination {
	const found = applyDrops(tokens, fixes, folds).remaining.flatMap((candidate) => {
		const problem = describe(candidate, Number.POSITIVE_INFINITY);
		return problem === null ? [] : [{ candidate, row: { ...toPlace(candidate, sources), problem } }];
	});
	return {
		count: found.length,
		examples: found
			.slice(0, sentencesMax)
			.map(({ candidate, row }) => `${toLabel(row, sources)} ${describe(candidate, examplesMax)}.`),
		rows: () => found.map(({ row }) => row),
	};
}

/** What is there to be left out when it is this kind's turn. */
const listCandidates = (kind: DropKind, { tokens, fixes, folds }: Setting) =>
	applyDrops(tokens, fixes, folds, kind).remaining;

function examineDropped(
	kind: DropKind,
	setting: Setting,
	describe: (token: MergeCandidate, first: string) => string,
): Examination {
	const { folds, sources, sentencesMax } = setting;
	const dropped = [...findDropped(kind, listCandidates(kind, setting), folds)];
	const label = (token: MergeCandidate) => toLabel(toPlace(token, sources), sources);
	return {
		count: dropped.length,
		examples: dropped
			.slice(0, sentencesMax)
			.map(([token, first]) => `${label(token)} ${describe(token, label(first ?? token))}.`),
		rows: () =>
			dropped.map(([token, first]) => ({
				...toPlace(token, sources),
				problem: describe(token, label(first ?? token)),
			})),
	};
}

const toPlace = ({ token, sourcePosition }: MergeCandidate, sources: readonly MergeSource[]) => ({
	collection: sources[sourcePosition]!.name,
	name: token.filename,
});

/** What a sentence calls it: of one collection the name is enough. */
const toLabel = ({ collection, name }: Pick<FindingRow, 'collection' | 'name'>, sources: readonly MergeSource[]) =>
	sources.length === 1 ? name : `${name} in ${collection}`;

/** All of them, or the first so many and how many more there are. */
function joinList(parts: readonly string[], shownMax = Number.POSITIVE_INFINITY): string {
	const shown = parts.length > shownMax ? parts.slice(0, shownMax) : parts.slice(0, -1);
	const last = parts.length > shownMax ? `${formatNumber(parts.length - shownMax)} more` : parts.at(-1);
	return shown.length === 0 ? `${last}` : `${shown.join(', ')} and ${last}`;
}

function formatCount(count: number, noun: string): string {
	return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

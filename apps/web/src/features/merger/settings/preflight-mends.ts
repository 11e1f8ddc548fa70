import { toTokenName } from '@adx/collection/metadata/metadata';
import { isPlaceholderDescription } from '@adx/collection/preflight/check-texts';
import type { PreflightFinding } from '@adx/validators/exports';
import { namePatternMaxLength, solanaNameMaxBytes } from '@adx/validators/limits';
import { byteLength } from '../../../lib/format/format-quantity.ts';
import type { MergeDraft } from '../merge-draft.ts';
import type { CheckedDraft } from '../merger-views.ts';
import { settingsTexts } from './settings-texts.ts';
import type { TokenField } from './token-settings-draft.ts';

const texts = settingsTexts.preflight.mends;

/** A field of the settings in which a finding is mended. */
export type MendField = TokenField | 'projectName' | 'description';

/** What to do about a finding: a sentence, and a button where the page does it or leads to the field. */
export interface Mend {
	readonly text: string;
	readonly action?:
		| { readonly label: string; readonly change: Partial<MergeDraft> }
		| { readonly label: string; readonly field: MendField };
}

type FindMend = (draft: CheckedDraft, tokenCount: number) => Mend;

const goTo = (field: MendField, text: string): Mend => ({ text, action: { label: texts.goTo[field], field } });

/** Gives all tokens new names; a pattern that was written before gets its number. */
function renumber(pattern: string | undefined): Mend {
	const change = {
		naming: 'renumber',
		...(pattern === undefined ? {} : { namePattern: withNumber(pattern) }),
	} as const;
	return { text: texts.oldNames, action: { label: texts.renumber, change } };
}

/** Decides what the merge doctor shows, too. */
function setFix({ options }: CheckedDraft, fix: Partial<MergeDraft['fixes']>, text: string, label: string): Mend {
	const { renames: _, ...others } = options.fixes;
	return { text, action: { label, change: { fixes: { ...others, ...fix } } } };
}

const setSymbol: FindMend = () => goTo('symbol', texts.symbol);
const setRoyalty: FindMend = () => goTo('royalty', texts.royalty);
const mendFiles: FindMend = () => ({ text: texts.addresses });
const dropAddresses: FindMend = (draft) =>
	setFix(draft, { deadAddresses: 'drop' }, texts.deadAddresses, texts.leaveAddressesOut);

const mends: Readonly<Record<string, FindMend>> = {
	collectionNameBytes: () => goTo('projectName', texts.collectionName),
	nameBytes: (draft, tokenCount) => {
		const namePattern = suggestNamePattern(draft.projectName, tokenCount);
		const change = { naming: 'renumber', namePattern } as const;
		const text = namePattern.includes('{name}') ? texts.names : texts.namesOfTheirOwn;
		return { text, action: { label: texts.nameThem(namePattern), change } };
	},
	repeatedNames: ({ options }) => {
		if (options.naming === 'keep') return renumber(options.metadata?.namePattern);
		const numbered = withNumber(options.metadata?.namePattern);
		return { text: texts.unnumbered, action: { label: texts.nameThem(numbered), change: { namePattern: numbered } } };
	},
	placeholderNames: ({ options }) =>
		options.naming === 'keep' ? renumber(options.metadata?.namePattern) : goTo('projectName', texts.placeholderName),
	placeholderDescriptions: ({ description }) =>
		isPlaceholderDescription(description)
			? goTo('description', texts.collectionDescription)
			: goTo('tokenDescription', texts.description),
	missingDescriptions: () => goTo('tokenDescription', texts.noDescription),
	symbolBytes: setSymbol,
	missingSymbols: setSymbol,
	differingSymbols: setSymbol,
	royalty: setRoyalty,
	highRoyalty: setRoyalty,
	differingRoyalties: setRoyalty,
	creators: () => goTo('creators', texts.creators),
	placeholderCreators: () => goTo('creators', texts.creators),
	unreadableFiles: (draft) => setFix(draft, { unreadableFiles: 'drop' }, texts.unreadable, texts.leaveOut),
	imageTypes: (draft) =>
		draft.options.fixes.webpImages === 'png'
			? { text: texts.imageTypes }
			: setFix(draft, { webpImages: 'png' }, texts.webp, texts.toPng),
	brokenUris: dropAddresses,
	localUris: dropAddresses,
	insecureUris: mendFiles,
	uriBytes: mendFiles,
	formulas: () => ({ text: texts.formulas }),
	shortenedTraits: () => ({ text: texts.traits }),
	repeatedTraits: ({ options: { fixes } }) => ({
		text: Object.keys(fixes.renames).length === 0 ? texts.repeatedTraits : texts.mergedTraits,
	}),
	tooManyTokens: () => ({ text: texts.tooMany }),
};

/** What mends a finding of the draft that was checked: one that works, or what to do outside of this page. */
export function getMend({ kind, fix }: PreflightFinding, draft: CheckedDraft, tokenCount: number): Mend {
	return mends[kind]?.(draft, tokenCount) ?? { text: fix };
}

/** Kinds that the merge doctor shows with their choices. */
const doctorKinds = new Set([
	'traitNames',
	'traitValues',
	'missingTraits',
	'noTraits',
	'duplicateImages',
	'duplicateTraits',
	'mixedSizes',
]);

/** The findings that are not decided in the merge doctor. */
export const withoutDoctors = (findings: readonly PreflightFinding[]) =>
	findings.filter(({ kind }) => !doctorKinds.has(kind));

/** The pattern with a number in it, which makes every name another; a long one is cut. */
function withNumber(pattern = '{name}'): string {
	if (pattern.includes('{number}')) return pattern;
	const ending = ' #{number}';
	// Half a placeholder would stand in every name.
	const kept = pattern.slice(0, namePatternMaxLength - ending.length).replace(/\{[^}]*$/, '');
	return kept.trim() + ending;
}

/** Patterns that name tokens after the project. */
const projectPatterns = ['{name} #{number}', '{name} {number}'];

/**
 * A pattern by which the names of all tokens fit on Solana: after the project where its name is short enough, else with as much
 * of that name as there is room for.
 */
export function suggestNamePattern(projectName: string, tokenCount: number): string {
	const fitting = projectPatterns.find(
		(pattern) => byteLength(toTokenName(pattern, projectName, tokenCount)) <= solanaNameMaxBytes,
	);
	if (fitting !== undefined) return fitting;
	const room = solanaNameMaxBytes - ` #${tokenCount}`.length;
	// Braces would be placeholders.
	const whole = projectName.replace(/[{}]/g, '').trim();
	let name = '';
	for (const { segment } of new Intl.Segmenter('en').segment(whole)) {
		if (byteLength(name + segment) > room) break;
		name += segment;
	}
	// Half a word is left out, unless it is all there is.
	const isCutInWord = name.length < whole.length && whole[name.length] !== ' ' && name.includes(' ');
	const kept = isCutInWord ? name.slice(0, name.lastIndexOf(' ')) : name;
	return `${kept.trim()} #{number}`.trim();
}

import { isFormula } from '@adx/collection/files/csv';
import { toTokenName } from '@adx/collection/metadata/metadata';
import { isPlaceholderDescription } from '@adx/collection/preflight/check-texts';
import { findPlaceholderAddresses } from '@adx/collection/preflight/check-uris';
import type { PreflightFinding } from '@adx/validators/exports';
import { namePatternMaxLength, solanaNameMaxBytes } from '@adx/validators/limits';
import { byteLength } from '../../../lib/format/format-quantity.ts';
import type { MergeDraft } from '../merge-draft.ts';
import type { CheckedDraft, InputKind } from '../merger-views.ts';
import { settingsTexts } from './settings-texts.ts';
import type { TokenField } from './token-settings-draft.ts';

const texts = settingsTexts.preflight.fixes;

/** A field of the settings in which a finding is fixed. */
export type FixField = TokenField | 'projectName' | 'description';

/** What to do about a finding: a sentence, and a button where the page does it or leads to the field. */
export interface PreflightFix {
	readonly text: string;
	readonly action?:
		| { readonly label: string; readonly change: Partial<MergeDraft> }
		| { readonly label: string; readonly field: FixField };
}

/** What was checked. */
export interface FixContext {
	readonly draft: CheckedDraft;
	readonly tokenCount: number;
	readonly inputs: InputKind;
}

type FindFix = (setting: FixContext, finding: PreflightFinding) => PreflightFix;

const goTo = (field: FixField, text: string): PreflightFix => ({ text, action: { label: texts.goTo[field], field } });

/** Gives all tokens new names; a pattern that was written before gets its number. */
function renumber(pattern: string | undefined): PreflightFix {
	const change = {
		naming: 'renumber',
		...(pattern === undefined ? {} : { namePattern: withNumber(pattern) }),
	} as const;
	return { text: texts.oldNames, action: { label: texts.renumber, change } };
}

/** Decides what the merge doctor shows, too. */
function setFix(
	{ options }: CheckedDraft,
	fix: Partial<MergeDraft['fixes']>,
	text: string,
	label: string,
): PreflightFix {
	const { renames: _, ...others } = options.fixes;
	return { text, action: { label, change: { fixes: { ...others, ...fix } } } };
}

const setSymbol: FindFix = () => goTo('symbol', texts.symbol);
const setRoyalty: FindFix = () => goTo('royalty', texts.royalty);
const correctAddresses: FindFix = ({ inputs }) => ({ text: texts.addresses(inputs) });
const dropAddresses: FindFix = ({ draft, inputs }) =>
	setFix(draft, { deadAddresses: 'drop' }, texts.deadAddresses(inputs), texts.leaveAddressesOut);

const fixesByKind: Readonly<Record<string, FindFix>> = {
	collectionNameBytes: () => goTo('projectName', texts.collectionName),
	nameBytes: ({ draft, tokenCount }) => {
		const namePattern = suggestNamePattern(draft.projectName, tokenCount);
		const change = { naming: 'renumber', namePattern } as const;
		const text = namePattern.includes('{name}') ? texts.names : texts.namesOfTheirOwn;
		return { text, action: { label: texts.nameThem(namePattern), change } };
	},
	repeatedNames: ({ draft: { options } }) => {
		if (options.naming === 'keep') return renumber(options.metadata?.namePattern);
		const numbered = withNumber(options.metadata?.namePattern);
		return { text: texts.unnumbered, action: { label: texts.nameThem(numbered), change: { namePattern: numbered } } };
	},
	placeholderNames: ({ draft: { options } }) =>
		options.naming === 'keep' ? renumber(options.metadata?.namePattern) : goTo('projectName', texts.placeholderName),
	placeholderDescriptions: ({ draft: { description } }) =>
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
	unreadableFiles: ({ draft }) => setFix(draft, { unreadableFiles: 'drop' }, texts.unreadable, texts.leaveOut),
	imageTypes: ({ draft, inputs }) =>
		draft.options.fixes.webpImages === 'png'
			? { text: texts.imageTypes(inputs) }
			: setFix(draft, { webpImages: 'png' }, texts.webp, texts.toPng),
	brokenUris: dropAddresses,
	localUris: dropAddresses,
	insecureUris: correctAddresses,
	uriBytes: correctAddresses,
	placeholderAddresses: ({ draft, inputs }) => {
		const field = findDescription(draft, (text) => findPlaceholderAddresses(text).length > 0);
		return field === null ? { text: texts.addressesInTexts(inputs) } : goTo(field, texts.addressInDescription);
	},
	formulas: ({ draft, inputs }, finding) => findFormulaField(draft, finding) ?? { text: texts.formulas(inputs) },
	shortenedTraits: ({ inputs }) => ({ text: texts.traits(inputs) }),
	repeatedTraits: ({ draft: { options }, inputs }) => {
		const hasRenames = Object.keys(options.fixes.renames).length > 0;
		return { text: (hasRenames ? texts.mergedTraits : texts.repeatedTraits)(inputs) };
	},
	tooManyTokens: () => ({ text: texts.tooMany }),
};

/** How to fix a finding of the draft that was checked: what a press does, or what to do outside of this page. */
export function getPreflightFix(finding: PreflightFinding, setting: FixContext): PreflightFix {
	return fixesByKind[finding.kind]?.(setting, finding) ?? { text: finding.fix };
}

/** The field of a description that is so; null where none is. */
function findDescription(
	{ description, options }: CheckedDraft,
	isSo: (text: string) => boolean,
): 'description' | 'tokenDescription' | null {
	if (isSo(description)) return 'description';
	return isSo(options.metadata?.descriptionPattern ?? '') ? 'tokenDescription' : null;
}

/** Leads to the field whose text begins as a formula; null where such texts are in the files alone. */
function findFormulaField({ projectName, description, options }: CheckedDraft, { examples }: PreflightFinding) {
	const { namePattern, descriptionPattern } = options.metadata ?? {};
	if (options.naming === 'renumber' && isFormula(toTokenName(namePattern, projectName, 1))) {
		const isProject = namePattern === undefined || namePattern.startsWith('{name}');
		return goTo(isProject ? 'projectName' : 'namePattern', texts.formulaName);
	}
	// Tokens are told by the first text that begins so.
	const isTold = (text: string) => examples.some((example) => example.endsWith(`: ${text.slice(0, 60)}`));
	if (descriptionPattern !== undefined) {
		return isFormula(descriptionPattern) ? goTo('tokenDescription', texts.formulaDescription) : null;
	}
	return isFormula(description) && isTold(description) ? goTo('description', texts.formulaDescription) : null;
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
export const withoutDoctorFindings = (findings: readonly PreflightFinding[]) =>
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

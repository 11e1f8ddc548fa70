import { type ExportTarget, exportTargets, type PreflightFinding } from '@adx/validators/exports';
import type { ExportImage } from '../export/export-collection.ts';

/** A token as it was found, whole or not. */
export interface CheckedToken {
	/** In its file names, or the number it has; null where it has none. */
	readonly number: number | null;
	/** What sentences call it; default the path of its picture, else of its metadata. */
	readonly label?: string;
	/** Path of the picture; null where there is only metadata. */
	readonly imageFile: string | null;
	readonly image: ExportImage | null;
	/** Path of the metadata; null where there is none. */
	readonly metadataFile: string | null;
	/** Null where it is missing or cannot be read. */
	readonly metadata: Readonly<Record<string, unknown>> | null;
	/** What reading it lost or found doubtful, as sentences. */
	readonly metadataProblems?: readonly string[];
}

/** A collection as it was found in a folder, a zip, or in the database. */
export interface CheckedCollection {
	/** What `collection.json` or `contract.json` says; null without a readable one. */
	readonly facts: Readonly<Record<string, unknown>> | null;
	readonly tokens: readonly CheckedToken[];
	/** What is wrong with files that are about many tokens: a name and a sentence each. */
	readonly problems?: readonly { readonly name: string; readonly problem: string }[];
	/** False where the pictures are elsewhere on purpose. */
	readonly hasMedia: boolean;
	/** Targets that get numbers of their own, whatever the tokens' are; default none. */
	readonly renumbered?: readonly ExportTarget[];
}

/** A check: what it found, empty where all is well. */
export type Check = (
	collection: CheckedCollection,
	createTally: (kind: string) => Tally,
	sentencesMax: SentencesMax,
) => readonly PreflightFinding[];

/** Targets that take tokens: all but the one that describes the collection to a contract. */
export const tokenTargets: readonly ExportTarget[] = exportTargets.filter((target) => target !== 'contract');

/** What a check says of what it found. */
export interface FindingText extends Omit<PreflightFinding, 'kind' | 'count' | 'examples' | 'targets'> {
	readonly targets: readonly ExportTarget[];
}

/** How many sentences a finding of a kind has at most. */
export type SentencesMax = (kind: string) => number;
const examplesMax = 5;
export const fewExamples: SentencesMax = () => examplesMax;
/** All that a finding of that kind is about, and nothing of the others. */
export const allOfKind =
	(kind: string): SentencesMax =>
	(each) =>
		each === kind ? Number.POSITIVE_INFINITY : 0;

export type Tally = ReturnType<typeof createTally>;

/** Counts what a check meets and stores the first sentences about it. */
export function createTally(kind: string, sentencesMax: SentencesMax) {
	const max = sentencesMax(kind);
	let count = 0;
	const examples: string[] = [];
	return {
		/** The sentence is only made where it is stored. */
		add: (example: () => string, times = 1): void => {
			count += times;
			if (examples.length < max) examples.push(example());
		},
		/** Whether anything was met so far. */
		isAny: (): boolean => count > 0,
		/** The finding, or nothing. */
		finding: (text: FindingText): PreflightFinding[] =>
			count === 0 ? [] : [{ kind, ...text, targets: [...text.targets], count, examples }],
	};
}

/** What to call a token in a sentence. */
export function toTokenLabel(token: CheckedToken): string {
	return token.label ?? token.imageFile ?? token.metadataFile ?? `token ${token.number}`;
}

import type { PreflightFinding } from '@adx/validators/exports';
import type { MergeOptions } from '@adx/validators/merge';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toMergedMime } from '../merge/converted-images.ts';
import { frozenFacts } from '../merge/frozen-archive.ts';
import { frozenMetadata } from '../merge/frozen-metadata.ts';
import { getOriginalName, type MergedToken, mergeTokens } from '../merge/merge-tokens.ts';
import type { MergeSource } from '../merge/read-tokens.ts';
import type { SentencesMax } from './checked-collection.ts';
import { preflightExport } from './preflight-export.ts';

/** A merge before it is started. */
export interface UnstartedMerge {
	readonly projectName: string;
	readonly description: string;
	readonly options: MergeOptions;
	readonly sources: readonly MergeSource[];
}

/** What exports would find in the collection that a merge makes. */
export interface MergePreflight {
	/** Tokens of the merged collection. */
	readonly tokenCount: number;
	/** What the longest of their names takes as UTF-8. */
	readonly longestNameBytes: number;
	readonly findings: readonly PreflightFinding[];
	/** Whether which token gets which number is drawn when the merge starts, and findings about names depend on it. */
	readonly isApproximate: boolean;
}

/**
 * Merges the draft and checks what comes of it for all targets, as `preflightExport` checks a finished merge;
 * tokens are called by their own files. Throws MergeError as the merge itself would. Linear in the number of tokens.
 */
export function preflightMerge(
	{ sources, options, projectName, description }: UnstartedMerge,
	sentencesMax?: SentencesMax,
): MergePreflight {
	// Without a seed the server draws one when the merge starts. Where old names are kept, which token without a name gets a
	// longer number decides how long names are and which of them repeat.
	const { tokens } = mergeTokens(sources, { ...options, seed: options.seed ?? '' }, projectName);
	const toMime = (token: MergedToken) => toMergedMime(token, options.fixes);
	const collection = {
		facts: frozenFacts({ projectName, description, options }),
		tokens: tokens.map((token) => ({
			tokenNumber: token.tokenNumber,
			fileName: token.filename,
			image: toImage(token, toMime(token)),
			get metadata() {
				const { attributes } = token;
				const image = { image: token.filename, mime: toMime(token) ?? 'application/octet-stream' };
				return frozenMetadata(token, { projectName, description, options, attributes, ...image });
			},
		})),
	};
	const getOrigin = (place: number) => {
		const { filename, sourcePosition, metadata } = tokens[place]!;
		const label = sources.length === 1 ? filename : `${filename} in ${sources[sourcePosition]!.name}`;
		return { label, metadata };
	};
	const findings = preflightExport(collection, { getOrigin, sentencesMax });
	const isDrawn = options.order === 'shuffle' && options.seed === undefined;
	const isApproximate = isDrawn && options.naming === 'keep' && tokens.some((token) => getOriginalName(token) === null);
	const longestNameBytes = tokens.reduce((most, { name }) => Math.max(most, utf8ToBytes(name).length), 0);
	return { tokenCount: tokens.length, longestNameBytes, findings, isApproximate };
}

/** No check looks at sizes in bytes. */
const toImage = ({ sha256, width, height }: MergedToken, mime: string | null) => ({
	sha256,
	mime,
	width,
	height,
	sizeBytes: 0,
	crc32: 0,
});

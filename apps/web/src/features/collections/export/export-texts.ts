import type { ExportTarget } from '@adx/validators/exports';
import { findingTexts } from '../../../lib/findings/finding-texts.ts';

/** The texts of the exports of a collection. */
export const exportTexts = {
	...findingTexts,
	checkFailed: 'The check did not come through. The downloads below work without it.',
	again: 'Check again',
	notYours: {
		title: 'Only its owner can export it',
		text: 'Rank, score and traits of every token are in the CSV above.',
	},
	toMerger: 'Open the merger',
	downloads: 'Downloads',
	download: 'Download',
	anyway: 'Download anyway',
	ready: 'Ready',
	unchecked: 'Not checked',
	blocked: (problem: string) => `The preflight found: ${problem}`,
	/** What the targets hold of art whose pictures stay with its creator. */
	withoutMedia: {
		plain: 'One JSON file per token, numbered from 1, as most tools read them. The pictures stay with you.',
		metaplex: 'The JSON files for Sugar and Solana, from 0.json on, and collection.json. The pictures stay with you.',
		opensea: 'A metadata.csv, as OpenSea’s drops take it. The pictures stay with you.',
	} satisfies Partial<Record<ExportTarget, string>>,
	carNeedsPictures:
		'Its identifiers are computed from the pictures, which stay with you. Unpack the download beside the images, then run:',
	carCommand: 'npm run export -- --from path/to/folder --to car',
	carCommandLabel: 'Command',
} as const;

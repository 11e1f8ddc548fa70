import type { ExportTarget, PreflightFinding } from '@adx/validators/exports';
import { formatNumber } from '@adx/validators/format-number';
import { formatMany } from '../format/format-quantity.ts';

/** What the preflight of exports says, wherever it is shown. */
export const findingTexts = {
	title: 'Preflight',
	checking: 'Checking the collection for all targets...',
	allWell: (tokens: number) =>
		`Nothing stands in the way: ${formatMany(tokens, 'token', 'tokens')} checked for all targets.`,
	checked: (tokens: number) => `${formatMany(tokens, 'token', 'tokens')} checked for all targets.`,
	severities: {
		error: (count: number) => formatMany(count, 'error', 'errors'),
		warning: (count: number) => formatMany(count, 'warning', 'warnings'),
	} satisfies Record<PreflightFinding['severity'], (count: number) => string>,
	severityHints: {
		error: 'At least one of the targets refuses these.',
		warning: 'These are accepted, but probably not intended.',
	} satisfies Record<PreflightFinding['severity'], string>,
	times: (count: number) => `${formatNumber(count)}\u00A0×`,
	examples: 'For example',
	/** What a full list is about, of which each row is a sentence. */
	row: 'Found',
	listName: (kind: string) => `preflight-${kind}`,
	fix: 'How to fix it',
	concerns: 'Concerns',
	targets: {
		plain: {
			name: 'Plain folder',
			text: 'Pictures and one JSON file per token, numbered from 1, as most tools read them.',
		},
		metaplex: {
			name: 'Metaplex',
			text: 'Assets for Sugar and Solana: 0.png with 0.json, and collection.json.',
		},
		opensea: { name: 'OpenSea', text: 'The pictures and a metadata.csv, as OpenSea’s drops take them.' },
		contract: { name: 'Contract', text: 'The collection’s own JSON by ERC-7572, for a contract’s contractURI.' },
		car: {
			name: 'IPFS (CAR)',
			text: 'Pictures and metadata with their CIDs, ready to be imported into IPFS as they are.',
		},
	} satisfies Record<ExportTarget, { readonly name: string; readonly text: string }>,
} as const;

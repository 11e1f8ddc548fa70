import { basename, resolve } from 'node:path';
import { type CollectionCreator, type CollectionFacts, sellerFeeBasisPoints } from '@adx/collection/metadata/metadata';
import { suggestName } from '@adx/core/platform/suggest-name';
import { type ExportTarget, exportTargetSchema, exportTargets } from '@adx/validators/exports';
import { UsageError } from '../../command-line/errors.ts';
import { parseArguments } from '../../command-line/parse-arguments.ts';

export const exportUsage = `Usage: npm run export -- --from collection.zip --to metaplex [options]

Writes a collection, from a folder or a zip of this or another generator, in the layout of a marketplace.

  --from PATH          folder or zip
  --to TARGET          plain     images/1.png, metadata/1.json
                       metaplex  0.png, 0.json, collection.json, as Sugar reads them
                       opensea   metadata.csv and media/ of a drop
                       contract  contract.json of ERC-7572
                       car       images.car, metadata.car and roots.json, for IPFS
  --out PATH           a folder, or a file that ends in .zip; by default a folder in the working directory that is
                       called like PATH and TARGET, e.g. collection-metaplex
  --force              write over what is there
  --name TEXT          of the collection; by default what its collection.json says, or the name of PATH
  --symbol TEXT --description TEXT --external-url URL --banner-image URI
  --royalty PERCENT    e.g. 2.5
  --creator ADDRESS=SHARE  repeat it; shares add up to 100
  --ignore-preflight   write although the preflight found errors`;

export interface ExportOptions {
	readonly from: string;
	readonly target: ExportTarget;
	readonly out: string;
	readonly force: boolean;
	readonly ignorePreflight: boolean;
	/** What the operator said of the collection. */
	readonly facts: Partial<CollectionFacts>;
}

/** Reads the command line; throws a UsageError that names the option. */
export function readExportOptions(args: string[]): ExportOptions | 'help' {
	const values = parse(args);
	if (values.help) return 'help';
	const target = exportTargetSchema.safeParse(values.to);
	if (!target.success)
		throw new UsageError(
			`--to: one of ${exportTargets.join(', ')}.${suggestName(values.to ?? '', exportTargets)} See --help.`,
		);
	if (!values.from) throw new UsageError('--from: a folder or a zip. See --help.');
	if (values.out === '') throw new UsageError('--out: a folder, or a file that ends in .zip. See --help.');
	return {
		from: values.from,
		target: target.data,
		out: values.out ?? defaultOut(values.from, target.data),
		force: values.force ?? false,
		ignorePreflight: values['ignore-preflight'] ?? false,
		facts: {
			...(values.name === undefined ? {} : { name: values.name }),
			...(values.symbol === undefined ? {} : { symbol: values.symbol }),
			...(values.description === undefined ? {} : { description: values.description }),
			...(values['external-url'] === undefined ? {} : { externalUrl: values['external-url'] }),
			...(values['banner-image'] === undefined ? {} : { bannerImage: values['banner-image'] }),
			...(values.royalty === undefined ? {} : { sellerFeeBasisPoints: readRoyalty(values.royalty) }),
			...(values.creator === undefined ? {} : { creators: values.creator.map(readCreator) }),
		},
	};
}

function defaultOut(from: string, target: ExportTarget): string {
	const name = basename(resolve(from)).replace(/\.zip$/i, '');
	return `${name || 'collection'}-${target}`;
}

function parse(args: string[]) {
	return parseArguments({
		args,
		strict: true,
		options: {
			from: { type: 'string' },
			to: { type: 'string' },
			out: { type: 'string' },
			force: { type: 'boolean' },
			'ignore-preflight': { type: 'boolean' },
			name: { type: 'string' },
			symbol: { type: 'string' },
			description: { type: 'string' },
			'external-url': { type: 'string' },
			'banner-image': { type: 'string' },
			royalty: { type: 'string' },
			creator: { type: 'string', multiple: true },
			help: { type: 'boolean', short: 'h' },
		},
	}).values;
}

function readRoyalty(text: string): number {
	if (!/^\d{1,3}(\.\d{1,2})?$/.test(text) || Number(text) > 100) {
		throw new UsageError('--royalty: percent with up to two decimals, e.g. 2.5. See --help.');
	}
	return sellerFeeBasisPoints(Number(text));
}

function readCreator(text: string): CollectionCreator {
	const [, address, share] = /^([^=]+)=(\d{1,3})$/.exec(text) ?? [];
	if (address === undefined) throw new UsageError('--creator: an address and its share, e.g. 4xyz…=100. See --help.');
	return { address, share: Number(share) };
}

import type { CollectionKind } from '@adx/validators/exports';

/** Where a finding about a collection that is here already is mended. */
export interface ExportFix {
	readonly text: string;
	/** Whether the merger does it from here on, with the collection as it is or with files that were corrected. */
	readonly merger: 'collection' | 'files' | null;
}

/** How the collection comes into the merger. */
const additions: Readonly<Record<CollectionKind, string>> = {
	generated: 'Merge this job by itself',
	merged: 'Merge this collection by itself',
	attributed: 'Merge the pictures by themselves with this metadata',
};

type FindFix = (kind: CollectionKind) => ExportFix;

const merge =
	(setting: string): FindFix =>
	(kind) => ({ text: `${additions[kind]}, ${setting}.`, merger: 'collection' });

const correctFiles =
	(change: string): FindFix =>
	() => ({ text: `Download the plain folder, ${change} there, and merge that by itself.`, merger: 'files' });

const oneDescription = merge('with one description for all tokens');
const oneSymbol = merge('with one symbol for all tokens');
const oneRoyalty = merge('with one royalty for all tokens');
const ownCreators = merge('with your own creators for all tokens');
const unifySpellings = merge('where the merge doctor unifies them');
const leaveOut = merge('where the merge doctor can leave them out');
const leaveAddressesOut = merge('with ‘Leave these addresses out’, or correct them in the plain folder and merge that');
const correctAddresses = correctFiles('correct these addresses');

/** A run gives its symbol to tokens that have none, which is shorter than a merge. */
const missingSymbol: FindFix = (kind) => {
	const fix = oneSymbol(kind);
	if (kind !== 'attributed') return fix;
	const again = 'Generate the attributes again with a symbol in the ‘Symbol’ field of the attribute generator';
	return { ...fix, text: `${again}. Or ${fix.text[0]!.toLowerCase()}${fix.text.slice(1)}` };
};

/** Findings without an entry are about the creator's own files, which nothing on this page can change. */
const fixes: Readonly<Record<string, FindFix>> = {
	collectionNameBytes: merge('under a shorter project name'),
	nameBytes: merge('with a shorter pattern for the token names'),
	symbolBytes: merge('with a shorter symbol for all tokens'),
	missingSymbols: missingSymbol,
	differingSymbols: oneSymbol,
	repeatedNames: merge('which numbers its tokens under new names'),
	placeholderNames: merge('under a project name of your own'),
	placeholderDescriptions: oneDescription,
	missingDescriptions: oneDescription,
	royalty: oneRoyalty,
	highRoyalty: oneRoyalty,
	differingRoyalties: oneRoyalty,
	creators: ownCreators,
	placeholderCreators: ownCreators,
	traitNames: unifySpellings,
	traitValues: unifySpellings,
	missingTraits: merge('where the merge doctor adds ‘None’'),
	unreadableFiles: leaveOut,
	duplicateImages: leaveOut,
	duplicateTraits: leaveOut,
	mixedSizes: leaveOut,
	numberingGaps: merge('which numbers its tokens without a gap, or leave it if the gap is meant'),
	imageTypes: merge('with ‘Convert to PNG’ for those that are not animated; other targets take them as they are'),
	brokenUris: leaveAddressesOut,
	localUris: leaveAddressesOut,
	insecureUris: correctAddresses,
	uriBytes: correctAddresses,
	placeholderAddresses: correctFiles('write whole addresses or take them out'),
	formulas: correctFiles('begin these texts otherwise'),
	noTraits: correctFiles('write their traits'),
	repeatedTraits: correctFiles('remove one of them'),
	picturesElsewhere: () => ({ text: 'Run the command that stands at ‘IPFS (CAR)’.', merger: null }),
};

/** What can be done about a finding from the page of its collection; null where nothing can. */
export const getExportFix = (finding: string, kind: CollectionKind): ExportFix | null => fixes[finding]?.(kind) ?? null;

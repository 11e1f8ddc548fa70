import { exportTargets } from '@adx/validators/exports';
import { splitPath } from '../files/file-paths.ts';
import { isRecord } from '../metadata/json.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { createUriClassifier, uriScheme } from '../metadata/uri-faults.ts';
import { type Check, type CheckedToken, type Tally, tokenTargets, toTokenLabel } from './checked-collection.ts';

export const checkUris: Check = ({ facts, tokens }, createTally) => {
	const [broken, local, insecure, missing] = [
		createTally('brokenUris'),
		createTally('localUris'),
		createTally('insecureUris'),
		createTally('missingImageUris'),
	];
	const replaced = createTally('replacedUris');
	const findUriFault = createUriClassifier();
	const tallies = { broken, local, insecure, placeholder: broken };
	const check = (label: string, uri: unknown, isReplaced = false) => {
		if (typeof uri !== 'string' || uri.trim() === '') return;
		const fault = findUriFault(uri);
		if (fault === null) return;
		const tally = isReplaced && fault === 'placeholder' ? replaced : tallies[fault];
		tally.add(() => `${label}: ${uri.slice(0, 120)}`);
	};
	if (facts) for (const field of collectionFields) check(`${field} of the collection`, facts[field]);
	/** What the contract would tell as well. */
	const ofCollection = new Set([broken, local, insecure].filter((tally) => tally.isAny()));
	const targetsOf = (tally: Tally) => (ofCollection.has(tally) ? exportTargets : tokenTargets);
	for (const token of tokens) {
		if (token.metadata === null) continue;
		const { image } = token.metadata;
		if (typeof image !== 'string' || image.trim() === '') missing.add(() => `${toTokenLabel(token)} has none.`);
		// Exports rewrite the address of a picture they contain.
		const isReplaced = (field: string, uri: unknown) =>
			token.imageFile !== null && pictureFields.has(field) && uri === image;
		for (const [field, uri] of listUris(token)) {
			check(`${field} of ${toTokenLabel(token)}`, uri, isReplaced(field, uri));
		}
	}
	return [
		...missing.finding({
			severity: 'error',
			targets: ['plain', 'metaplex', 'car'],
			problem: "Metadata has no 'image'.",
			fix: 'Export: it is written then.',
		}),
		...broken.finding({
			severity: 'error',
			targets: targetsOf(broken),
			problem: 'URIs lead nowhere: no address, or ipfs:// without a CID.',
			fix: 'Write whole addresses, e.g. ipfs:// with a CID.',
		}),
		...replaced.finding({
			severity: 'warning',
			targets: tokenTargets,
			problem: 'The addresses of pictures are placeholders, so this folder cannot be published as it is.',
			fix: "Export: 'image' is rewritten: by file name, or by CID for 'car'.",
		}),
		...local.finding({
			severity: 'error',
			targets: targetsOf(local),
			problem: 'URIs lead to a machine of your own.',
			fix: 'Publish the files and write their public addresses.',
		}),
		...insecure.finding({
			severity: 'warning',
			targets: targetsOf(insecure),
			problem: 'URIs begin with http://, which marketplaces do not load.',
			fix: 'Write https:// or ipfs://.',
		}),
	];
};

/** Whether a relative `image` names the picture that its metadata belongs to. */
export const checkImageNames: Check = ({ tokens }, createTally) => {
	const tally = createTally('otherImages');
	for (const token of tokens) {
		const image = token.metadata?.image;
		if (typeof image !== 'string' || token.imageFile === null || uriScheme.test(image) || image.trim() === '') continue;
		const [named, own] = [splitPath(image).name, splitPath(token.imageFile).name];
		if (named.toLowerCase() !== own.toLowerCase()) tally.add(() => `${toTokenLabel(token)} says '${named}'.`);
	}
	return tally.finding({
		severity: 'error',
		targets: ['plain', 'metaplex'],
		problem: "Metadata names another picture in 'image' than the one it lies beside.",
		fix: "Export: 'image' is rewritten: by file name, or by CID for 'car'.",
	});
};

/** An address of IPFS inside a text, as far as its CID. */
const ipfsAddress = /ipfs:\/\/(?:ipfs\/)?[\w-]+/gi;

/** Addresses in a text that begin with ipfs:// and have no CID, such as ipfs://NewUriToReplace. */
export function findPlaceholderAddresses(text: string, findFault = createUriClassifier()): readonly string[] {
	return (text.match(ipfsAddress) ?? []).filter((uri) => findFault(uri) === 'placeholder');
}

/** Descriptions and values of traits are the creator's words: no export changes an address in them. */
export const checkAddressesInTexts: Check = ({ facts, tokens }, createTally) => {
	const tally = createTally('placeholderAddresses');
	const findUriFault = createUriClassifier();
	const check = (label: string, text: unknown) => {
		if (typeof text !== 'string') return;
		const [found] = findPlaceholderAddresses(text, findUriFault);
		if (found !== undefined) tally.add(() => `${label}: ${found.slice(0, 120)}`);
	};
	check('description of the collection', facts?.description);
	const targets = tally.isAny() ? exportTargets : tokenTargets;
	for (const token of tokens) {
		if (token.metadata === null) continue;
		check(`description of ${toTokenLabel(token)}`, token.metadata.description);
		for (const { trait_type, value } of readAttributes(token.metadata)) {
			check(`'${trait_type}' of ${toTokenLabel(token)}`, value);
		}
	}
	return tally.finding({
		severity: 'warning',
		targets,
		problem: 'Descriptions or values of traits hold ipfs:// addresses without a CID, which exports leave as they are.',
		fix: 'Write whole addresses, or take them out.',
	});
};

/** Fields in which exports write where a picture is. */
const pictureFields = new Set(['image', 'animation_url']);

const collectionFields = ['image', 'banner_image', 'featured_image', 'external_link', 'external_url'] as const;

function* listUris({ metadata }: CheckedToken): Generator<readonly [string, unknown]> {
	if (metadata === null) return;
	for (const field of ['image', 'animation_url', 'external_url']) yield [field, metadata[field]];
	const files = isRecord(metadata.properties) ? metadata.properties.files : undefined;
	if (!Array.isArray(files)) return;
	for (const file of files) if (isRecord(file) && file.uri !== metadata.image) yield ['a file', file.uri];
}

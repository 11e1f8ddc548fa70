import { exportTargets } from '@adx/validators/exports';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { solanaLimits } from '../metadata/metadata.ts';
import { type Check, type CheckedToken, type Tally, tokenTargets, toTokenLabel } from './checked-collection.ts';

export const checkNames: Check = ({ tokens }, createTally) => {
	const [unnamed, repeated] = [createTally('missingNames'), createTally('repeatedNames')];
	const firsts = new Map<string, CheckedToken>();
	for (const token of tokens) {
		if (token.metadata === null) continue;
		const { name } = token.metadata;
		if (typeof name !== 'string' || name.trim() === '') {
			unnamed.add(() => `${toTokenLabel(token)} has none.`);
			continue;
		}
		const first = firsts.get(name);
		if (first === undefined) firsts.set(name, token);
		else repeated.add(() => `${toTokenLabel(token)} and ${toTokenLabel(first)} are both '${name}'.`);
	}
	return [
		...unnamed.finding({
			severity: 'error',
			targets: tokenTargets,
			problem: "Metadata has no 'name'.",
			fix: "Export: tokens without a name get '<collection> #n'.",
		}),
		...repeated.finding({
			severity: 'warning',
			targets: tokenTargets,
			problem: 'Tokens have the same name.',
			fix: "Give each its own, e.g. '<collection> #n'.",
		}),
	];
};

/** What generators write until somebody replaces it. */
const placeholderDescription =
	/^\s*(?:remember to replace|replace (?:this|me)\b|(?:todo|tbd|fixme)\b|lorem ipsum|(?:insert|enter|add|your) (?:(?:a|the|your|collection|token) )*description\b|description(?: here)?[\s.!…]*$)/i;

/** Whether a description is one that generators leave to be replaced. */
export const isPlaceholderDescription = (text: string): boolean => placeholderDescription.test(text);

/** The name that generators give tokens until somebody names the collection. */
const placeholderName = /^\s*your collection\b/i;

export const checkPlaceholders: Check = ({ facts, tokens }, createTally) => {
	const [descriptions, names] = [createTally('placeholderDescriptions'), createTally('placeholderNames')];
	/** What the collection itself shows as well, which its contract would tell. */
	const isOfCollection = { names: false, descriptions: false };
	const check = (label: string, { name, description }: Readonly<Record<string, unknown>>) => {
		if (typeof description === 'string' && isPlaceholderDescription(description)) {
			descriptions.add(() => `${label}: ${description.trim().slice(0, 60)}`);
		}
		if (typeof name === 'string' && placeholderName.test(name)) names.add(() => `${label}: ${name.slice(0, 60)}`);
	};
	if (facts) {
		check('the collection', facts);
		isOfCollection.names = names.isAny();
		isOfCollection.descriptions = descriptions.isAny();
	}
	for (const token of tokens) if (token.metadata) check(toTokenLabel(token), token.metadata);
	return [
		...names.finding({
			severity: 'warning',
			targets: isOfCollection.names ? exportTargets : tokenTargets,
			problem: "Names are those of a generator's example settings.",
			fix: 'Write your own, or merge the collection by itself, which numbers its tokens under a new name.',
		}),
		...descriptions.finding({
			severity: 'warning',
			targets: isOfCollection.descriptions ? exportTargets : tokenTargets,
			problem: 'Descriptions are placeholders.',
			fix: 'Write your own, or merge the collection by itself with one description for all tokens.',
		}),
	];
};

export const checkDescriptions: Check = ({ tokens }, createTally) => {
	const missing = createTally('missingDescriptions');
	for (const token of tokens) {
		if (token.metadata === null) continue;
		const { description } = token.metadata;
		if (typeof description !== 'string' || description.trim() === '')
			missing.add(() => `${toTokenLabel(token)} has none.`);
	}
	return missing.finding({
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Tokens have no description.',
		fix: 'Write your own, or merge the collection by itself with one description for all tokens.',
	});
};

export const checkSymbols: Check = ({ tokens }, createTally) => {
	const [missing, differing] = [createTally('missingSymbols'), createTally('differingSymbols')];
	let first: string | undefined;
	for (const token of tokens) {
		if (token.metadata === null) continue;
		const { symbol } = token.metadata;
		if (typeof symbol !== 'string' || symbol.trim() === '') missing.add(() => `${toTokenLabel(token)} has none.`);
		else {
			first ??= symbol;
			if (symbol !== first) differing.add(() => `${toTokenLabel(token)}: '${symbol}' and not '${first}'.`);
		}
	}
	const fix = 'Write the same symbol into all of them, or merge the collection by itself with one for all tokens.';
	return [
		...differing.finding({
			severity: 'warning',
			targets: ['metaplex'],
			problem: 'Tokens have different symbols.',
			fix,
		}),
		...missing.finding({ severity: 'warning', targets: ['metaplex'], problem: 'Tokens have no symbol.', fix }),
	];
};

const uriFields = ['image', 'animation_url', 'external_url'] as const;

/** Lengths by Solana's token metadata, which Sugar checks before it uploads. */
export const checkByteLimits: Check = ({ facts, tokens }, createTally) => {
	const [name, names, symbols, uris] = [
		createTally('collectionNameBytes'),
		createTally('nameBytes'),
		createTally('symbolBytes'),
		createTally('uriBytes'),
	];
	const check = (label: string, metadata: Readonly<Record<string, unknown>>, ownNames = names) => {
		measure(ownNames, label, metadata.name, solanaLimits.name);
		measure(symbols, label, metadata.symbol, solanaLimits.symbol);
		for (const field of uriFields) measure(uris, `${field} of ${label}`, metadata[field], solanaLimits.uri);
	};
	if (facts) check('the collection', facts, name);
	for (const token of tokens) if (token.metadata) check(toTokenLabel(token), token.metadata);
	return [
		...name.finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: `Solana takes names of ${solanaLimits.name} bytes, the collection's too.`,
			fix: "Shorten the collection's name; letters beyond a-z take two to four bytes each.",
		}),
		...names.finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: `Solana takes names of ${solanaLimits.name} bytes, the number in them included.`,
			fix: 'Shorten the names of the tokens, or merge the collection by itself with a pattern for shorter ones; letters beyond a-z take two to four bytes each.',
		}),
		...symbols.finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: `Solana takes symbols of ${solanaLimits.symbol} bytes.`,
			fix: 'Shorten the symbol.',
		}),
		...uris.finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: `Solana takes URIs of ${solanaLimits.uri} bytes.`,
			fix: 'Use shorter addresses, e.g. ipfs:// with a CID.',
		}),
	];
};

function measure(tally: Tally, label: string, value: unknown, maxBytes: number): void {
	// A UTF-16 unit takes three bytes at most.
	if (typeof value !== 'string' || value.length * 3 <= maxBytes) return;
	const sizeBytes = utf8ToBytes(value).length;
	if (sizeBytes > maxBytes) tally.add(() => `${label}: ${sizeBytes} bytes.`);
}

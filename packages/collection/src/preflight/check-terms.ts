import { creatorsMax, royaltyMaxPercent } from '@adx/validators/limits';
import { isRecord } from '../metadata/json.ts';
import { type Check, toTokenLabel } from './checked-collection.ts';

const basisPointsMax = 10_000;
const base58Address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
/** In the example settings of the HashLips Art Engine; leaving it in pays someone else. */
const exampleAddresses = new Set(['7fXNuer5sbZtaTEPhtJ5g5gNtuyRoKkvxdjEjEnPN4mC']);

export const checkRoyalty: Check = ({ facts, tokens }, createTally) => {
	const [wrong, high, differing] = [
		createTally('royalty'),
		createTally('highRoyalty'),
		createTally('differingRoyalties'),
	];
	let first: unknown;
	const check = (label: string, fee: unknown) => {
		if (fee === undefined) return;
		first ??= fee;
		if (!(Number.isInteger(fee) && (fee as number) >= 0 && (fee as number) <= basisPointsMax)) {
			wrong.add(() => `${label}: ${JSON.stringify(fee)}.`);
		} else if ((fee as number) > royaltyMaxPercent * 100) high.add(() => `${label}: ${(fee as number) / 100} %.`);
		if (fee !== first) differing.add(() => `${label}: ${JSON.stringify(fee)} and not ${JSON.stringify(first)}.`);
	};
	if (facts) check('the collection', facts.seller_fee_basis_points);
	for (const token of tokens) if (token.metadata) check(toTokenLabel(token), token.metadata.seller_fee_basis_points);
	return [
		...wrong.finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: 'The royalty is not a whole number of basis points from 0 to 10,000.',
			fix: 'Write hundredths of a percent, e.g. 250 for 2.5 %.',
		}),
		...high.finding({
			severity: 'warning',
			targets: ['metaplex', 'opensea', 'contract'],
			problem: `The royalty is above ${royaltyMaxPercent} %, which marketplaces cut or refuse.`,
			fix: `Take ${royaltyMaxPercent} % or less.`,
		}),
		...differing.finding({
			severity: 'warning',
			targets: ['metaplex', 'opensea'],
			problem: 'Tokens have another royalty than the collection.',
			fix: 'Write the same everywhere; marketplaces show one per collection.',
		}),
	];
};

export const checkCreators: Check = ({ facts, tokens }, createTally) => {
	const [wrong, example] = [createTally('creators'), createTally('placeholderCreators')];
	const faults = new Map<string, string | null>();
	const check = (label: string, metadata: Readonly<Record<string, unknown>>) => {
		const creators = isRecord(metadata.properties) ? metadata.properties.creators : undefined;
		if (creators === undefined || (Array.isArray(creators) && creators.length === 0)) return;
		const key = JSON.stringify(creators);
		if (!faults.has(key)) faults.set(key, creatorsFault(creators));
		const fault = faults.get(key);
		if (fault != null) wrong.add(() => `${label}: ${fault}`);
		else if (namesExample(creators)) example.add(() => `${label}.`);
	};
	if (facts) check('the collection', facts);
	for (const token of tokens) if (token.metadata) check(toTokenLabel(token), token.metadata);
	return [
		...wrong.finding({
			severity: 'error',
			targets: ['metaplex'],
			problem: 'The creators cannot be written to Solana.',
			fix: `List up to ${creatorsMax} Solana addresses whose shares add up to 100.`,
		}),
		...example.finding({
			severity: 'warning',
			targets: ['metaplex'],
			problem: "The creator comes from a generator's example settings and would receive the royalties.",
			fix: 'Write your own address in its place.',
		}),
	];
};

const namesExample = (creators: unknown): boolean =>
	Array.isArray(creators) &&
	creators.some((creator) => isRecord(creator) && exampleAddresses.has(String(creator.address)));

function creatorsFault(creators: unknown): string | null {
	if (!Array.isArray(creators) || !creators.every(isRecord)) return 'no list of {address, share}.';
	if (creators.length > creatorsMax) return `${creators.length} creators.`;
	const strange = creators.find(({ address }) => typeof address !== 'string' || !base58Address.test(address));
	if (strange !== undefined) return `${JSON.stringify(strange.address)} is not a Solana address.`;
	const shares = creators.map(({ share }) => share);
	if (!shares.every((share) => Number.isInteger(share) && (share as number) >= 0))
		return 'a share is not a whole number.';
	const sum = shares.reduce<number>((total, share) => total + (share as number), 0);
	return sum === 100 ? null : `the shares add up to ${sum}.`;
}

export const checkCollectionFile: Check = ({ facts, tokens }, createTally) => {
	const [missing, unnamed] = [createTally('missingCollectionFile'), createTally('unnamedCollection')];
	if (facts === null) missing.add(() => 'There is no readable collection.json or contract.json.');
	else if (typeof facts.name !== 'string' || facts.name.trim() === '') unnamed.add(() => "It has no 'name'.");
	if (tokens.length === 0) return [];
	return [
		...missing.finding({
			severity: 'warning',
			targets: ['metaplex', 'contract'],
			problem: 'Nothing describes the collection as a whole.',
			fix: 'Export: collection.json is written then; name it with --name.',
		}),
		...unnamed.finding({
			severity: 'error',
			targets: ['metaplex', 'contract'],
			problem: 'The collection has no name.',
			fix: "Write 'name' into collection.json.",
		}),
	];
};

import { connectSolana } from '@adx/contracts/solana/connection';
import { readGroup } from '@adx/contracts/solana/group-authority';
import { readFirstBlock } from '@adx/contracts/solana/read-blocks';
import { givesUpGroup, makesMint, readAdditionalFields, readTokenCalls } from '@adx/contracts/solana/read-calls';
import { type ChainTokenFacts, readTokenFacts } from '@adx/contracts/solana/reveal-transaction';
import type { RevealProof } from '@adx/validators/sale/reveal';
import { drawDelaySlots } from '../draw-delay.ts';
import type { ChainReveal } from './check-reveal.ts';

/** At the end of the name that a token got when it was sold. */
const numberAtEnd = /#(\d{1,10})$/;

/**
 * Reads the transaction that made a collection, the one that ended its sale, the block after it and every item. Rejects
 * where the node does not answer, or knows no such collection; what else it does not know is null.
 */
export async function readSolanaReveal(proof: RevealProof, rpcUrl: string): Promise<ChainReveal> {
	const connection = connectSolana(rpcUrl);
	const { address: mint, startSignature, endSignature, items } = proof;
	const readCalls = (signature: string | null) => (signature === null ? null : readTokenCalls(connection, signature));
	const group = await readGroup(connection, mint, { commitment: 'finalized' });
	if (group === undefined) throw new Error(`The node knows no collection ${mint}.`);
	const start = await readCalls(startSignature);
	const isMaking = start !== null && makesMint(start.calls, mint);
	const fields = isMaking ? readAdditionalFields(start.calls, mint) : new Map<string, string>();
	const end = await readCalls(endSignature);
	const isEnd = group.updateAuthority === null && end !== null && givesUpGroup(end.calls, mint);
	const block = isEnd ? await readFirstBlock(connection, end.slot + drawDelaySlots).catch(() => null) : null;
	const facts = await readTokenFacts(
		connection,
		items.map(({ address }) => address),
	);
	const toToken = (tokenNumber: number, { name, uri, updateAuthority, group: owner }: ChainTokenFacts) => ({
		tokenNumber,
		uri,
		isFixed: updateAuthority === null,
		isMember: owner === mint,
		ownNumber: Number(numberAtEnd.exec(name)?.[1] ?? Number.NaN),
	});
	return {
		place: `the collection ${mint} on Solana`,
		isKnownCode: null,
		provenance: fields.get('provenance') ?? null,
		seedCommitment: fields.get('seed_commitment') ?? null,
		committed: 'since the transaction that made it',
		drawBlock: block?.slot ?? null,
		forgottenDraws: 0,
		blockHash: block?.hash ?? null,
		keptHash: null,
		shuffle: null,
		tokens: {
			count: group.size,
			// The others were never sold.
			inspected: items.flatMap(({ tokenNumber, address }) => {
				const token = facts.get(address);
				return token === undefined ? [] : [toToken(tokenNumber, token)];
			}),
		},
	};
}

import { connectSolana, sendRequest } from '@adx/contracts/solana/connection';
import { readGroupAuthority } from '@adx/contracts/solana/group-authority';
import { readFirstBlock } from '@adx/contracts/solana/read-blocks';
import { readTokenFacts } from '@adx/contracts/solana/reveal-transaction';
import type { RevealProof } from '@adx/validators/sale/reveal';
import {
	getBase64Encoder,
	getCompiledTransactionMessageDecoder,
	getTransactionDecoder,
	type Signature,
} from '@solana/kit';
import { drawDelaySlots } from '../draw-delay.ts';
import type { ChainReveal } from './check-reveal.ts';

const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** What instructions of Token-2022 begin with: InitializeMint2, UpdateField, and the group's UpdateGroupAuthority. */
const instructions = {
	initializeMint: '14',
	updateField: 'dde9312db5cadcc8',
	giveUpGroup: 'a1695801edddd8cb',
} as const;

interface Call {
	readonly accounts: readonly string[];
	readonly data: Buffer;
}

/**
 * Reads the transaction that made a collection, the one that ended its sale, the block after it and an item. Rejects where
 * the node does not answer; what it does not know is null.
 */
export async function readSolanaReveal(proof: RevealProof, rpcUrl: string): Promise<ChainReveal> {
	const connection = connectSolana(rpcUrl);
	const { address: mint, startSignature, endSignature, items } = proof;
	const readCalls = async (signature: string | null) => {
		if (signature === null) return null;
		const request = connection.rpc.getTransaction(signature as Signature, {
			commitment: 'finalized',
			encoding: 'base64',
			maxSupportedTransactionVersion: 0,
		});
		const found = await sendRequest(connection, request);
		if (!found?.meta || found.meta.err !== null) return null;
		return { slot: Number(found.slot), calls: toCalls(found.transaction[0]) };
	};
	const start = await readCalls(startSignature);
	const isMaking = start?.calls.some(({ accounts, data }) => accounts[0] === mint && isCall(data, 'initializeMint'));
	const fields = isMaking ? readFields(start?.calls ?? [], mint) : new Map<string, string>();
	const end = await readCalls(endSignature);
	const isOver = (await readGroupAuthority(connection, mint, { commitment: 'finalized' })) === null;
	const isEnd =
		isOver && end?.calls.some(({ accounts, data }) => accounts[0] === mint && isCall(data, 'giveUpGroup')) === true;
	const block = isEnd && end ? await readFirstBlock(connection, end.slot + drawDelaySlots).catch(() => null) : null;
	const [first] = items;
	const facts = first && (await readTokenFacts(connection, [first.address])).get(first.address);
	return {
		place: `the collection ${mint} on Solana`,
		provenance: fields.get('provenance') ?? null,
		seedCommitment: fields.get('seed_commitment') ?? null,
		committed: 'since the transaction that made it',
		drawBlock: block?.slot ?? null,
		blockHash: block?.hash ?? null,
		keptHash: null,
		item:
			first === undefined || facts === undefined
				? null
				: { tokenNumber: first.tokenNumber, uri: facts.uri, isFixed: facts.updateAuthority === null },
	};
}

const isCall = (data: Buffer, name: keyof typeof instructions): boolean =>
	data.toString('hex').startsWith(instructions[name]);

function toCalls(wire: string): Call[] {
	const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
	const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
	if (message.version !== 'legacy') return [];
	const { staticAccounts } = message;
	return message.instructions.flatMap(({ programAddressIndex, accountIndices = [], data }) =>
		staticAccounts[programAddressIndex] === token2022Program
			? [
					{
						accounts: accountIndices.map((index) => String(staticAccounts[index])),
						data: Buffer.from(data ?? new Uint8Array()),
					},
				]
			: [],
	);
}

/** The further fields that a transaction writes into the metadata of a mint. */
function readFields(calls: readonly Call[], mint: string): Map<string, string> {
	const fields = new Map<string, string>();
	for (const { accounts, data } of calls) {
		// A kind of field by its number; 3 is one with a key of its own.
		if (accounts[0] !== mint || !isCall(data, 'updateField') || data[8] !== 3) continue;
		const keyEnd = 13 + data.readUInt32LE(9);
		const valueEnd = keyEnd + 4 + data.readUInt32LE(keyEnd);
		fields.set(data.toString('utf8', 13, keyEnd), data.toString('utf8', keyEnd + 4, valueEnd));
	}
	return fields;
}

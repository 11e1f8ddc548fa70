import { rawCid } from '@adx/collection/archive/cid';
import { transact } from '@adx/db/client/transact';
import { findChainCursor, saveChainCursor } from '@adx/db/repositories/mint/chain-cursors';
import {
	type ConfirmedMint,
	type ConfirmedMintFacts,
	confirmMint,
	failMint,
	listConfirmedSince,
	listOpenMints,
	listOverdueTransactions,
	markTransaction,
	type OpenMint,
	reopenMint,
} from '@adx/db/repositories/mint/mint-outcomes';
import { ChainError, describeEvmError } from '../platform/chains/evm-problem.ts';
import type { Services } from '../platform/context.ts';
import { runSequentially } from '../platform/run-sequentially.ts';
import type { ChainBlock, MintContract, MintedEvent } from './mint-contract.ts';

/** What nodes commonly allow one question about events to span. */
const eventBlocksMax = 1_000;
/** Confirmations beyond what was asked for are looked at again this far back: chains take back no more than that. */
export const reorgBlocksMax = 128;
/** The most that one call may contain. */
const mintsAtOnce = 50;
/** How long a transaction may take from the wallet's node to this server's. */
const propagationMaxMs = 60_000;

/**
 * Brings the mints on one contract to the state that the chain is in; asks nothing where none can change. Rejects as
 * `watchMints` does.
 */
export async function watchContract(services: Services, chain: MintContract, signal?: AbortSignal): Promise<void> {
	const { db } = services;
	const { chain: name, contractAddress, confirmations } = chain.settings;
	const cursor = await findChainCursor(db, name, contractAddress);
	const waiting = await listOpenMints(db, name, contractAddress);
	const recent = cursor === null ? [] : await listConfirmedSince(db, name, contractAddress, cursor - reorgBlocksMax);
	if (waiting.length === 0 && recent.length === 0) return;
	await chain.checkChainId();
	const head = await chain.head();
	// A node that is still fetching the chain, or another chain under the same number: nothing it says is news.
	if (cursor !== null && head.number < cursor - reorgBlocksMax)
		throw new ChainError(`The node is only at block ${head.number}.`);
	await takeBackReplaced(services, chain, { recent, cursor: cursor ?? head.number }, signal);
	const safe = head.number - confirmations + 1 < 0 ? null : await chain.block(head.number - confirmations + 1);
	if (safe === null) return;
	const open = await listOpenMints(db, name, contractAddress);
	const undecided = await confirmByEvents(services, chain, { open, safe }, signal).catch((error: unknown) => {
		signal?.throwIfAborted();
		// Some nodes return no events, or only those of a few blocks; the contract itself is asked below.
		services.log.warn({ chain: name, why: describeEvmError(error) }, 'the events of the contract could not be read');
		return null;
	});
	await decideByNonces(services, chain, { left: undecided ?? open, safe }, signal);
	await inspectTransactions(services, chain, signal);
	// What no event reported, the contract did: without a cursor no confirmation of it would be looked at again.
	if (undecided === null)
		await saveChainCursor(db, {
			chain: name,
			contractAddress,
			blockNumber: safe.number,
			isSale: false,
			now: services.clock(),
		});
}

/** Notes which of the transactions that wallets reported a while ago the node has never heard of, or has dropped. */
async function inspectTransactions({ db }: Services, chain: MintContract, signal?: AbortSignal): Promise<void> {
	const { chain: name, contractAddress } = chain.settings;
	const overdue = await listOverdueTransactions(db, name, contractAddress, propagationMaxMs);
	await runSequentially(
		sliceMints(overdue),
		async (slice) => {
			const known = await Promise.all(slice.map(({ txHash }) => chain.knowsTransaction(txHash)));
			for (const [index, mint] of slice.entries()) {
				if (mint.txIsUnknown === known[index]) await markTransaction(db, mint, !known[index]);
			}
		},
		signal,
	);
}

const sliceMints = <T>(mints: readonly T[]): T[][] =>
	Array.from({ length: Math.ceil(mints.length / mintsAtOnce) }, (_, index) =>
		mints.slice(index * mintsAtOnce, (index + 1) * mintsAtOnce),
	);

/** Lets go of confirmations whose block has another hash now. A block that the node does not have says nothing. */
async function takeBackReplaced(
	{ db, clock, log }: Services,
	chain: MintContract,
	{ recent, cursor }: { readonly recent: readonly ConfirmedMint[]; readonly cursor: number },
	signal?: AbortSignal,
): Promise<void> {
	const { chain: name, contractAddress } = chain.settings;
	const known = new Map<number, Promise<ChainBlock | null>>();
	for (const mint of recent) {
		signal?.throwIfAborted();
		const asked = known.get(mint.blockNumber) ?? chain.block(mint.blockNumber);
		known.set(mint.blockNumber, asked);
		const block = await asked;
		if (block === null || block.hash === mint.blockHash) continue;
		await transact(db, async (trx) => {
			if (!(await reopenMint(trx, mint))) return;
			const before = (await findChainCursor(trx, name, contractAddress)) ?? cursor;
			const blockNumber = Math.min(before, mint.blockNumber - 1);
			await saveChainCursor(trx, { chain: name, contractAddress, blockNumber, isSale: false, now: clock() });
		});
		log.info({ mintId: mint.id, chain: name }, 'a confirmed mint waits again: its block was replaced');
	}
}

/** Reads what was minted since the last look; returns the mints that no event mentioned. */
async function confirmByEvents(
	{ db, clock }: Services,
	chain: MintContract,
	{ open, safe }: { readonly open: readonly OpenMint[]; readonly safe: ChainBlock },
	signal?: AbortSignal,
): Promise<readonly OpenMint[]> {
	const { chain: name, contractAddress } = chain.settings;
	const left = new Map(open.map((mint) => [mint.tokenId, mint]));
	const cursor = await findChainCursor(db, name, contractAddress);
	const save = (blockNumber: number) =>
		saveChainCursor(db, { chain: name, contractAddress, blockNumber, isSale: false, now: clock() });
	// Nothing that lies before the first signature can be the mint of any of them.
	const oldest = Math.min(safe.number + 1, ...open.map(({ signedAtBlock }) => signedAtBlock));
	let from = Math.max(Math.min(cursor ?? 0, safe.number) + 1, oldest);
	if (left.size === 0) await save(safe.number);
	while (left.size > 0 && from <= safe.number) {
		signal?.throwIfAborted();
		const to = Math.min(from + eventBlocksMax - 1, safe.number);
		for (const event of await chain.mintedEvents(from, to)) {
			const mint = left.get(event.nonce);
			if (mint === undefined) continue;
			if (await confirm(db, chain, mint, event)) left.delete(event.nonce);
			else {
				// Its block is being replaced: it is read again.
				await save(event.blockNumber - 1);
				return [...left.values()];
			}
		}
		await save(to);
		from = to + 1;
	}
	return [...left.values()];
}

/** False when the block is gone already. */
async function confirm(db: Services['db'], chain: MintContract, mint: OpenMint, event: MintedEvent): Promise<boolean> {
	const { nonce: _, ...facts } = event;
	const block = await chain.block(event.blockNumber);
	if (block === null || block.hash !== event.blockHash) return false;
	await confirmAs(db, mint, { ...facts, mintedAt: block.time });
	return true;
}

/** What the token says of itself follows from its digest alone, whatever is known of the document behind it. */
async function confirmAs(
	db: Services['db'],
	{ id }: OpenMint,
	seen: Omit<ConfirmedMintFacts, 'metadataCid'>,
): Promise<void> {
	const metadataCid = rawCid(seen.metadataSha256).toString();
	await transact(db, (trx) => confirmMint(trx, id, { ...seen, metadataCid }));
}

/** Asks about many mints at a time, which travels in one call; one about which the node answers nothing holds up no other. */
async function decideByNonces(
	services: Services,
	chain: MintContract,
	{ left, safe }: { readonly left: readonly OpenMint[]; readonly safe: ChainBlock },
	signal?: AbortSignal,
): Promise<void> {
	// Nothing that lies before its signature decides a mint, where there may not even have been a contract.
	const askable = left.filter(({ signedAtBlock }) => signedAtBlock <= safe.number);
	const decide = (mint: OpenMint) => decideByNonce(services, chain, mint, safe);
	await runSequentially(
		sliceMints(askable),
		async (slice) => {
			const results = await Promise.allSettled(slice.map(decide));
			const failed = slice.filter((_, index) => results[index]!.status === 'rejected');
			// A node may refuse so long a batch, or trip over one of its calls.
			await runSequentially(failed, decide, signal);
		},
		signal,
	);
}

/** Asks the contract itself, which remembers what the node's events may lack, and ends what can no longer succeed. */
async function decideByNonce({ db }: Services, chain: MintContract, mint: OpenMint, safe: ChainBlock): Promise<void> {
	const { name: state, metadataSha256 } = await chain.nonceState(mint.tokenId, safe.number);
	if (state === 'cancelled') {
		await failMint(db, mint, {
			errorMessage: 'The operator has ruled out minting this image on this chain.',
			isFinal: true,
		});
		return;
	}
	if (state === 'unused' && safe.time > mint.deadline) {
		// A wallet that declined leaves a preparation behind: that nothing came of it is no failure.
		const errorMessage = mint.status === 'prepared' ? null : 'The permission to mint ran out before it was used.';
		await failMint(db, mint, { errorMessage, isFinal: true });
		return;
	}
	const outcome = mint.txHash === null ? null : await chain.outcome(mint.txHash);
	if (state === 'redeemed') {
		const ownerAddress = await chain.ownerOf(mint.tokenId, safe.number);
		// The browser's word for the transaction counts as far as the chain bears it out.
		const txHash = outcome?.succeeded === true ? mint.txHash : null;
		const block = { blockNumber: safe.number, blockHash: safe.hash, mintedAt: safe.time };
		await confirmAs(db, mint, { ...block, txHash, ownerAddress, metadataSha256 });
		return;
	}
	const isReverted = outcome !== null && !outcome.succeeded;
	if (!isReverted || outcome.blockNumber > safe.number || outcome.blockNumber < mint.signedAtBlock) return;
	await failMint(db, mint, { errorMessage: 'The transaction was reverted: the chain refused it.', isFinal: false });
}

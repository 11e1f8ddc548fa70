import { listUnsettledContracts } from '@adx/db/repositories/mint/chain-cursors';
import { describeEvmError } from '../platform/chains/evm-problem.ts';
import type { Services } from '../platform/context.ts';
import { runSequentially } from '../platform/run-sequentially.ts';
import { startTimerLoop } from '../platform/timer-loop.ts';
import type { MintContract } from './mint-contract.ts';
import { reorgBlocksMax, watchContract } from './watch-contract.ts';

const watchIntervalMs = 4_000;
const pollTimeoutMs = 60_000;

interface WatchOptions {
	/** Between two looks. */
	readonly intervalMs: number;
	/** A look that takes longer is ended, and the next goes on where it was. */
	readonly lookMaxMs: number;
}

/** Follows the chains that mints wait for until it is stopped; without a configured chain it does nothing. */
export function startMintWatcher(services: Services, options: Partial<WatchOptions> = {}): { stop(): Promise<void> } {
	const chains = [...services.minting.chains.values()];
	if (chains.length === 0) return { stop: async () => {} };
	const { intervalMs, lookMaxMs: maxMs } = { intervalMs: watchIntervalMs, lookMaxMs: pollTimeoutMs, ...options };
	// Each by itself: a node that answers slowly, or not at all, holds up no other chain.
	const loops = chains.map((chain) =>
		startTimerLoop(services.log, {
			everyMs: intervalMs,
			run: async (signal) => {
				const ending = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
				await watchMints(services, chain.with({ signal: ending }), ending);
			},
			failed: 'the chain could not be followed',
			recovered: 'the chain is followed again',
			about: { chain: chain.settings.chain },
			explain: (error) => ({ why: describeEvmError(error) }),
		}),
	);
	return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

/**
 * Brings the mints of one chain to the state that the chain is in: those on the configured contract, and those on any
 * other until nothing can change them any more. Each step is a change of its own that holds whoever else looks, so it may
 * end anywhere: the next look goes on. Rejects when the node does not answer, is of another chain, or lies far behind
 * what was read of the chain before.
 */
export async function watchMints(services: Services, chain: MintContract, signal?: AbortSignal): Promise<void> {
	const { chain: name, contractAddress: configured } = chain.settings;
	const unsettled = await listUnsettledContracts(services.db, name, reorgBlocksMax);
	const others = unsettled.filter((address) => address !== configured) as `0x${string}`[];
	const contracts = [chain, ...others.map((contractAddress) => chain.with({ contractAddress }))];
	await runSequentially(contracts, (contract) => watchContract(services, contract, signal), signal);
}

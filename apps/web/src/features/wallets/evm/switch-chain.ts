import { numberToHex } from 'viem';
import { addChain, getChainId, switchChain } from 'viem/actions';
import type { Config } from 'wagmi';
import { getConnection, getConnectorClient } from 'wagmi/actions';
import { isChainUnknown } from './wallet-errors.ts';

/** A wallet said that it switched to a chain, or added it, and is on another one all the same. */
export class ChainNotSwitchedError extends Error {
	override readonly name = 'ChainNotSwitchedError';
}

/** Wallets answer a little before they have switched. */
const settleMs = 4_000;
const pollIntervalMs = 200;

/**
 * Asks the connected wallet to be on a chain, and to add it where it does not know it (4902). Rejects with what the wallet
 * refuses with, or `ChainNotSwitchedError`: its answer alone proves nothing. Once the signal is aborted nothing more is asked.
 */
export async function switchWalletChain(config: Config, chainId: number, signal?: AbortSignal): Promise<void> {
	const chain = config.chains.find(({ id }) => id === chainId);
	const { connector } = getConnection(config);
	const client = await getConnectorClient(config, { assertChainId: false });
	if (chain === undefined || connector === undefined) throw new RangeError(`There is no chain ${chainId}.`);
	async function isThere(limitMs: number): Promise<boolean> {
		const end = Date.now() + limitMs;
		while ((await getChainId(client)) !== chainId) {
			if (Date.now() >= end) return false;
			await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
		}
		return true;
	}
	try {
		await switchChain(client, { id: chainId });
	} catch (error) {
		if (!isChainUnknown(error)) throw error;
		signal?.throwIfAborted();
		await addChain(client, { chain });
		const isSwitched = await isThere(2 * pollIntervalMs);
		signal?.throwIfAborted();
		// Some only add it.
		if (!isSwitched) await switchChain(client, { id: chainId });
	}
	if (!(await isThere(settleMs))) throw new ChainNotSwitchedError(`The wallet did not switch to chain ${chainId}.`);
	// Some do not report it.
	connector.onChainChanged(numberToHex(chainId));
}

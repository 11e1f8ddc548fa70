import { connectSolana, type SolanaConnection } from '@adx/contracts/solana/connection';
import { readGenesisHash } from '@adx/contracts/solana/read-chain';
import type { SolanaCluster } from '@adx/validators/sale/sales';
import type { SolanaSettings } from './solana-settings.ts';

/** The node that this process reads Solana from and sends to. */
export interface Solana extends SolanaConnection {
	readonly cluster: SolanaCluster;
	/** Without a slash at its end; null where addresses are not linked. */
	readonly explorerUrl: string | null;
	/** Rejects unless the node belongs to the cluster that is configured. Asked once; a local one may be any but the public ones. */
	checkCluster(): Promise<void>;
}

/** Hashes of the blocks that the public clusters began with. */
const genesisHashes: Readonly<Record<Exclude<SolanaCluster, 'localnet'>, string>> = {
	'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
	devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
	testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
};

/** Opens no connection yet. */
export function openSolana({ cluster, rpcUrl, explorerUrl, microLamportsPerUnit = 0 }: SolanaSettings): Solana {
	const connection = connectSolana(rpcUrl, { microLamportsPerUnit });
	let isChecked = false;
	return {
		...connection,
		cluster,
		explorerUrl,
		checkCluster: async () => {
			if (isChecked) return;
			const actual = await readGenesisHash(connection);
			const isRight =
				cluster === 'localnet' ? !Object.values(genesisHashes).includes(actual) : actual === genesisHashes[cluster];
			if (!isRight) {
				throw new Error(`The node's first block is ${actual}, which is not that of ${cluster}.`);
			}
			isChecked = true;
		},
	};
}

import { type SolanaCluster, solanaClusterSchema } from '@adx/validators/sale/sales';
import { z } from 'zod';
import { defineSettings, open, secretAddress, webAddress } from '../../platform/settings.ts';

/** Where collections are minted and sold on Solana. */
export interface SolanaSettings {
	readonly cluster: SolanaCluster;
	readonly rpcUrl: string;
	/** Without a slash at its end; null where addresses are not linked. */
	readonly explorerUrl: string | null;
	/** What transactions offer for each compute unit, in millionths of a lamport; nothing by default. */
	readonly microLamportsPerUnit?: number;
}

const explorerAddress = webAddress.refine((text) => !/[?#]/.test(text), 'must be an address without a query');

const mostPriorityFee = 10_000_000;

const priorityFee = z
	.string()
	.refine(
		(text) => /^\d{1,8}$/.test(text) && Number(text) <= mostPriorityFee,
		`must be a whole number, 0 to ${mostPriorityFee}`,
	)
	.transform(Number);

/** The operator's variables about Solana; none needs to be set, yet node and cluster only together. */
export const solanaVariables = defineSettings({
	SOLANA_RPC_URL: secretAddress(
		webAddress.optional(),
		'node for selling merged collections on Solana; not without `SOLANA_CLUSTER`: [Selling collections on Solana](operations.md#selling-collections-on-solana)',
	),
	SOLANA_CLUSTER: open(solanaClusterSchema.optional(), '`mainnet-beta`, `devnet`, `testnet` or `localnet`'),
	SOLANA_EXPLORER_URL: open(
		explorerAddress.optional(),
		'where collections and items are linked, e.g. `https://explorer.solana.com`; without it there are no links',
	),
	SOLANA_PRIORITY_FEE: open(
		priorityFee.default(10_000),
		'what the wallet offers on top for each compute unit, in millionths of a lamport, up to 10,000,000; an item pays for 80,000 units (800 lamports at the default). 0 for nothing, more where transactions do not get through',
	),
});
export type SolanaVariables = z.infer<typeof solanaVariables>;

/** Null where Solana is not set up; `missing` is what a half of it lacks. */
export function toSolanaSettings(variables: SolanaVariables): {
	readonly settings: SolanaSettings | null;
	readonly missing: 'SOLANA_RPC_URL' | 'SOLANA_CLUSTER' | null;
} {
	const { SOLANA_RPC_URL: rpcUrl, SOLANA_CLUSTER: cluster, SOLANA_EXPLORER_URL: explorer } = variables;
	const { SOLANA_PRIORITY_FEE: microLamportsPerUnit } = variables;
	if (rpcUrl === undefined) return { settings: null, missing: cluster === undefined ? null : 'SOLANA_RPC_URL' };
	if (cluster === undefined) return { settings: null, missing: 'SOLANA_CLUSTER' };
	const explorerUrl = explorer?.replace(/\/+$/, '') ?? null;
	return { settings: { cluster, rpcUrl, explorerUrl, microLamportsPerUnit }, missing: null };
}

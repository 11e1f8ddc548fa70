import { deployChains } from '@adx/contracts/evm/deploy/deploy-chains';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { type MintChain, mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import type { SaleChain } from '@adx/validators/sale/evm';
import type { MintVariables } from '../../mint/mint-settings.ts';
import type { Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { EvmSaleChain, EvmSaleChainSettings, EvmSaleChains } from './evm-sale-chain.ts';

/** Every chain that has a node, where somebody signs vouchers. Opens no connection yet. */
export async function createEvmSaleChains(variables: MintVariables): Promise<EvmSaleChains> {
	const signerKey = variables.VOUCHER_SIGNER_KEY;
	const settings = mintChainSchema.options.flatMap((chain): EvmSaleChainSettings[] => {
		const prefix = deployChains[chain].variables;
		const rpcUrl = variables[`${prefix}_RPC_URL`];
		if (rpcUrl === undefined) return [];
		return [
			{
				chain,
				chainId: mintChainFacts[chain].chainId,
				symbol: variables[`${prefix}_SYMBOL`],
				rpcUrl,
				publicRpcUrl: variables[`${prefix}_PUBLIC_RPC_URL`] ?? null,
				explorerUrl: variables[`${prefix}_EXPLORER_URL`]?.replace(/\/+$/, '') ?? null,
				confirmations: variables[`${prefix}_CONFIRMATIONS`],
			},
		];
	});
	if (signerKey === undefined || settings.length === 0) return new Map();
	// As much as a quarter of a second and 40 MB that only those pay who sell.
	const { createEvmSaleChain } = await import('./evm-sale-chain.ts');
	return new Map(settings.map((each) => [each.chain, createEvmSaleChain(each, signerKey)]));
}

/** What a wallet has to know of a sale's EVM chain; null on Solana. */
export function presentSaleChain(
	{ evmSaleChains }: Pick<Services, 'evmSaleChains'>,
	{ cluster }: Pick<SaleRow, 'cluster'>,
): SaleChain | null {
	const chain = evmSaleChains.get(cluster as MintChain);
	return chain === undefined ? null : presentChain(chain);
}

/** What a wallet has to know of a chain: its number, name, coin, a public node and an explorer. */
export function presentChain({ settings }: EvmSaleChain): SaleChain {
	const { chain, chainId, symbol, publicRpcUrl: rpcUrl, explorerUrl } = settings;
	return { chainId, name: mintChainFacts[chain].name, symbol, rpcUrl, explorerUrl };
}

/** The chain of that name; 409 `mint_unavailable` where it is not set up. */
export function requireEvmSaleChain({ evmSaleChains }: Pick<Services, 'evmSaleChains'>, name: string): EvmSaleChain {
	const chain = evmSaleChains.get(name as MintChain);
	if (chain !== undefined) return chain;
	const message = `Selling on ${name} is not set up on this server.`;
	throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
}

/** Where a contract, or with `tx` a transaction, is shown; null where links are not set up. */
export function evmExplorerLink(
	{ evmSaleChains }: Pick<Services, 'evmSaleChains'>,
	{ cluster }: Pick<SaleRow, 'cluster'>,
	address: string,
	kind: 'address' | 'tx' = 'address',
): string | null {
	const explorerUrl = evmSaleChains.get(cluster as MintChain)?.settings.explorerUrl ?? null;
	return explorerUrl === null ? null : `${explorerUrl}/${kind}/${address}`;
}

/** How long a node may take, in all, while somebody waits. */
const askingMaxMs = 10_000;

/** Asks a node for somebody who waits; 409 with a sentence where it does not answer. */
export async function queryEvmSaleChain<T>(
	chain: EvmSaleChain,
	question: (chain: EvmSaleChain) => Promise<T>,
): Promise<T> {
	const asked = chain.with(AbortSignal.timeout(askingMaxMs));
	try {
		await asked.checkChainId();
		return await question(asked);
	} catch (error) {
		if (error instanceof AppError) throw error;
		const message = 'The chain does not answer right now. Nothing was paid; try again in a minute.';
		throw new AppError('PRECONDITION', { reason: 'chain_unavailable', message, cause: error });
	}
}

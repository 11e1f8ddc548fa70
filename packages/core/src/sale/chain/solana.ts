import type { SaleRow } from '@adx/db/schema/sale-tables';
import { AppError } from '../../platform/errors.ts';
import type { Solana } from './open-solana.ts';
import { formatSol } from './sol-text.ts';
import type { SolanaSettings } from './solana-settings.ts';

/** Opens no connection yet; null without settings. */
export async function createSolana(settings: SolanaSettings | null): Promise<Solana | null> {
	if (settings === null) return null;
	// A quarter of a second and 20 MB that only those pay who sell.
	const { openSolana } = await import('./open-solana.ts');
	return openSolana(settings);
}

/** 409 `mint_unavailable` where Solana is not set up. */
export function requireSolana({ solana }: { readonly solana: Solana | null }): Solana {
	if (solana !== null) return solana;
	const message = 'Minting on Solana is not set up on this server.';
	throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
}

/** The node, when it is of the cluster that the sale is on; 409 for another. */
export function requireSolanaForSale(
	ctx: { readonly solana: Solana | null },
	{ cluster }: Pick<SaleRow, 'cluster'>,
): Solana {
	const solana = requireSolana(ctx);
	if (solana.cluster === cluster) return solana;
	const message = `This sale is on ${cluster}, and this server is set up for ${solana.cluster}.`;
	throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
}

/** Answers for the node: 409 with a sentence where it does not answer, since the sentence of a 502 is not shown. */
export async function querySolana<T>(question: Promise<T>): Promise<T> {
	try {
		return await question;
	} catch (error) {
		if (error instanceof AppError) throw error;
		const message = 'Solana does not answer right now. Nothing was paid; try again in a minute.';
		throw new AppError('PRECONDITION', { reason: 'chain_unavailable', message, cause: error });
	}
}

/** 409 with a sentence that names what is needed. */
export function insufficientSol(needed: bigint, balance: bigint): AppError {
	const message = `This takes ${formatSol(needed)} SOL with rent and fees, and the wallet holds ${formatSol(balance)} SOL.`;
	return new AppError('PRECONDITION', { reason: 'too_little_sol', message });
}

/** Where an account, or with 'tx' a transaction, is shown; null where links are not set up. */
export function explorerLink(
	solana: { readonly explorerUrl: string | null; readonly cluster: string } | null,
	address: string,
	kind: 'address' | 'tx' = 'address',
): string | null {
	if (solana === null || solana.explorerUrl === null) return null;
	const query = solana.cluster === 'mainnet-beta' ? '' : `?cluster=${solana.cluster}`;
	return `${solana.explorerUrl}/${kind}/${address}${query}`;
}

import type { SaleRow } from '@adx/db/schema/sale-tables';
import { mintUnavailableText } from '@adx/validators/sale/sales';
import { AppError } from '../../platform/errors.ts';
import type { Solana } from './open-solana.ts';
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
	throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message: mintUnavailableText });
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

/** 409 with a sentence that names what leaves the wallet, and what has to remain there. */
export function insufficientSol(costLamports: bigint, minimumLamports: bigint, balance: bigint): AppError {
	const message = `This takes ${formatSol(costLamports)} SOL with rent and fees, and ${formatSol(minimumLamports)} SOL have to remain in the wallet, which holds ${formatSol(balance)} SOL.`;
	return new AppError('PRECONDITION', { reason: 'too_little_sol', message });
}

/** Where an account, or with 'tx' a transaction, is shown; null where links are not set up. */
export function solanaExplorerLink(
	solana: { readonly explorerUrl: string | null; readonly cluster: string } | null,
	address: string,
	kind: 'address' | 'tx' = 'address',
): string | null {
	if (solana === null || solana.explorerUrl === null) return null;
	const query = solana.cluster === 'mainnet-beta' ? '' : `?cluster=${solana.cluster}`;
	return `${solana.explorerUrl}/${kind}/${address}${query}`;
}

/** 400 unless the text is the address of a wallet: 32 bytes in base58, a point of the curve, so that it can sign. */
export async function checkWalletAddress(text: string): Promise<void> {
	const { isAddress, isOffCurveAddress } = await import('@solana/kit');
	if (!isAddress(text)) throw badWallet('This is not an address of Solana.');
	if (isOffCurveAddress(text)) throw badWallet('This address belongs to a program and cannot sign. Use a wallet.');
}

const badWallet = (message: string) =>
	new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { walletAddress: message } } });

const decimals = 9;

/** Lamports in SOL, exactly and without zeros at the end: '0.10676'. */
export function formatSol(lamports: bigint): string {
	const digits = String(lamports).padStart(decimals + 1, '0');
	const fraction = digits.slice(-decimals).replace(/0+$/, '');
	const whole = digits.slice(0, -decimals);
	return fraction === '' ? whole : `${whole}.${fraction}`;
}

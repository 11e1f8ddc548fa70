import { sellerFeeBasisPoints } from '@adx/collection/metadata/metadata';
import type { SaleTerms } from '@adx/db/repositories/sale/sale-preparations';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { solanaNameMaxBytes, solanaSymbolMaxBytes } from '@adx/validators/limits';
import { lamportsPerSol, toLamports } from '@adx/validators/sale/phases';
import { AppError } from '../../platform/errors.ts';
import { isEvmSale } from '../sale-network.ts';

/** What a sale takes over from how a merge is listed. */
export type ListingFacts = Omit<SaleTerms, 'cluster' | 'walletAddress' | 'isDelayed'> & Pick<SaleRow, 'priceLamports'>;

/**
 * The listing as the chain can hold it. 400 with a sentence per field for a name, symbol or price that is missing, for texts
 * of more bytes than its programs take, and for a price that is not a whole number of lamports.
 */
export function toListingFacts(job: MergeJobRow, sale: Pick<SaleRow, 'cluster'>): ListingFacts {
	const name = job.collectionName ?? '';
	const symbol = job.collectionSymbol ?? '';
	const lamports = job.mintPrice === null ? null : toLamports(job.mintPrice);
	const problems: Record<string, string | null> = {
		collectionName: textProblem(name, isEvmSale(sale) ? null : solanaNameMaxBytes, 'name'),
		collectionSymbol: textProblem(symbol, isEvmSale(sale) ? null : solanaSymbolMaxBytes, 'symbol'),
		mintPrice: job.mintPrice === null ? 'Set a price first.' : lamports === null ? tooFine : null,
	};
	const fields = Object.fromEntries(
		Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null),
	);
	const [message] = Object.values(fields);
	if (message !== undefined || lamports === null) {
		throw new AppError('INVALID', { reason: 'bad_input', message: message ?? tooFine, meta: { fields } });
	}
	return {
		name,
		symbol,
		description: job.collectionDescription || job.description,
		royaltyBasisPoints: sellerFeeBasisPoints(job.royaltyPercentage),
		priceLamports: String(lamports),
	};
}

const tooFine = 'A price has at most nine decimals.';

function textProblem(text: string, maxBytes: number | null, what: 'name' | 'symbol'): string | null {
	if (text === '') return `Set a ${what} first.`;
	const bytes = Buffer.byteLength(text);
	return maxBytes !== null && bytes > maxBytes
		? `On Solana a ${what} has at most ${maxBytes} bytes; this one has ${bytes}.`
		: null;
}

/** A price in SOL as whole lamports, decimal; 400 for one of more than nine decimals. */
export function requireLamports(price: number): string {
	const lamports = toLamports(price);
	if (lamports !== null) return String(lamports);
	throw new AppError('INVALID', { reason: 'bad_input', message: tooFine, meta: { fields: { price: tooFine } } });
}

/** A number of lamports, decimal, in SOL. */
export const toSol = (lamports: string): number => Number(lamports) / lamportsPerSol;

import { getErrorReason, isRefusal } from '../../../lib/api/error-messages.ts';
import { ContractRefusalError, type SigningErrorMessage, toSigningError } from '../../wallets/signing-errors.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.buy;

/** Says for people why nothing was bought. */
export function getBuyErrorMessage(error: unknown, wallet: string): SigningErrorMessage {
	const problem = toSigningError(error, wallet);
	if (problem !== null) return problem;
	if (!isRefusal(error)) console.error('The item was not bought', error);
	const text = isRefusal(error) && error instanceof Error ? error.message : texts.offline;
	// Others being faster is nobody's fault.
	const isError = getErrorReason(error) !== 'no_piece_free' && getErrorReason(error) !== 'sold_out';
	return { text, isError };
}

/** Whether the server or the contract would not have it, so that another state of the sale may change that. */
export const isSaleRefusal = (error: unknown): boolean => isRefusal(error) || error instanceof ContractRefusalError;

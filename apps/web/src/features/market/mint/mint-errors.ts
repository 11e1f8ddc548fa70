import { TRPCClientError } from '@trpc/client';
import { BaseError, ContractFunctionRevertedError } from 'viem';
import { walletTexts } from '../../wallets/evm/evm-wallet-texts.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { isErrorNamed, isUserRejection, isWalletBusy } from '../../wallets/evm/wallet-errors.ts';
import { RefusedTransactionError } from '../../wallets/signing-errors.ts';
import { mintTexts } from './mint-texts.ts';
import type { MintOutcome, MintStep } from './send-mint.ts';

const { problems: texts, reverts, revertOther } = mintTexts;

export interface MintContext {
	readonly wallet: string;
	readonly walletChain: Pick<WalletChain, 'name' | 'symbol'>;
	/** What was being done. */
	readonly during: MintStep['kind'];
}

/** Says for people what went wrong anywhere between the press and the transaction. */
export function toMintError(error: unknown, place: MintContext): Extract<MintOutcome, { kind: 'closed' | 'failed' }> {
	if (isUserRejection(error)) return { kind: 'closed' };
	return { kind: 'failed', message: sentenceOf(error, place) };
}

function sentenceOf(error: unknown, { wallet, walletChain: { name, symbol }, during }: MintContext): string {
	// The server's own sentence.
	if (error instanceof TRPCClientError) return error.message;
	if (error instanceof RefusedTransactionError) return texts.refused.text(error.message);
	const revert =
		error instanceof BaseError ? error.walk((cause) => cause instanceof ContractFunctionRevertedError) : null;
	if (revert instanceof ContractFunctionRevertedError && revert.data !== undefined) {
		const { errorName } = revert.data;
		return reverts[errorName] ?? revertOther(errorName);
	}
	if (isWalletBusy(error)) return walletTexts.busy(wallet);
	if (isErrorNamed(error, 'ConnectorAccountNotFoundError', 'UnauthorizedProviderError')) return texts.account(wallet);
	if (isErrorNamed(error, 'ConnectorChainMismatchError', 'ChainMismatchError')) return texts.chain(wallet);
	if (isErrorNamed(error, 'ConnectorNotConnectedError')) return texts.disconnected;
	if (during === 'switching') return texts.notSwitched(wallet, name);
	if (isErrorNamed(error, 'InsufficientFundsError')) return texts.funds(wallet, symbol);
	// A wallet that was asked to send may have done so whatever else it says.
	return during === 'sending' ? texts.unknown(wallet) : texts.other(wallet);
}

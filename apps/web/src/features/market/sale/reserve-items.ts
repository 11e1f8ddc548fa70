import type { Reservation, Sale } from '@adx/validators/sale/sales';
import { readProofMessage, type WalletProof } from '@adx/validators/sale/wallet-proof';
import { getErrorReason } from '../../../lib/api/error-messages.ts';
import type { trpc } from '../../../lib/api/trpc.ts';
import { RefusedTransactionError } from '../../wallets/signing-errors.ts';
import type { PurchaseEvent } from './purchase-state.ts';
import type { PurchaseAccount, PurchaseWallet } from './purchase-wallet.ts';
import { saleTexts } from './sale-texts.ts';

interface ReserveOptions {
	readonly client: ReturnType<typeof trpc.useUtils>['client'];
	readonly sale: Sale;
	readonly wallet: PurchaseWallet;
	readonly account: PurchaseAccount;
	readonly count: number;
	readonly dispatch: (event: PurchaseEvent) => void;
	readonly signal: AbortSignal;
}

/**
 * Sets items aside for an account, which signs a message first where the server asks whose it is. `signBy` is by this
 * computer's clock.
 */
export async function reserveItems(
	options: ReserveOptions,
): Promise<{ readonly reservation: Reservation; readonly signBy: number }> {
	const { client, sale, wallet, account, count, dispatch } = options;
	const reserve = async (proof?: WalletProof) => {
		dispatch({ type: 'connected' });
		const signBy = Date.now() + wallet.lifetimeMs;
		const input = { saleId: sale.saleId, walletAddress: account.address, count, proof };
		return { reservation: await client.mint.sales.reserve.mutate(input), signBy };
	};
	try {
		return await reserve();
	} catch (error) {
		if (getErrorReason(error) !== 'proof_needed') throw error;
		return reserve(await prove(options));
	}
}

/** Has the wallet sign a message of the server, once it is seen to be about this sale and nothing else. */
async function prove({ client, sale, wallet, account, dispatch, signal }: ReserveOptions): Promise<WalletProof> {
	dispatch({ type: 'prove', prover: account.walletName });
	const { saleId, cluster } = sale;
	const { address: walletAddress } = account;
	const { message } = await client.mint.sales.challenge.mutate({ saleId, walletAddress }, { signal });
	const subject = { origin: window.location.origin, saleId, cluster, walletAddress };
	if (readProofMessage(message, subject) === null) throw new RefusedTransactionError(saleTexts.buy.proof.foreign);
	return { message, signature: await wallet.signMessage(sale, account, message, signal) };
}

import type { Sale } from '@adx/validators/sale/sales';
import type { Address } from 'viem';
import { formatTime } from '../../../../lib/format/format-date.ts';
import { CallSummary } from '../../../wallets/evm/calls/call-summary.tsx';
import { callTexts as texts } from '../../../wallets/evm/calls/call-texts.ts';
import { sendCall, signEvmMessage } from '../../../wallets/evm/calls/send-call.ts';
import type { WalletConnector } from '../../../wallets/evm/use-connect-wallet.ts';
import { useWallet, useWalletHandlers, type WalletHandlers } from '../../../wallets/evm/use-wallet.ts';
import { verifyPurchase } from '../../../wallets/evm/verify/verify-purchase.ts';
import { formatAmount, formatPrice } from '../../../wallets/format-amount.ts';
import { shortenEvmAddress } from '../../../wallets/short-address.ts';
import { RefusedTransactionError } from '../../../wallets/signing-errors.ts';
import type { PurchaseAccount, PurchaseWallet, ReadReservation } from '../purchase-wallet.ts';

const weiPerGwei = 1_000_000_000n;
/** Less than the ten minutes that a voucher holds, since the chain needs some of them. */
const lifetimeMs = 9 * 60_000;

/** Wallets of an EVM chain, which send the call that redeems the server's voucher. */
export function useEvmPurchaseWallet(connector: WalletConnector): PurchaseWallet {
	const { address } = useWallet();
	const handlers = useWalletHandlers();
	return {
		address,
		lifetimeMs,
		connect: async () => {
			const { address: account = null, name = '' } = (await connector.connect()) ?? {};
			return account && { address: account, shortAddress: shortenEvmAddress(account), walletName: name };
		},
		signMessage: async ({ chain }, { address: account }, message, signal) => {
			if (chain === null) throw new RefusedTransactionError(texts.refused.network);
			return signEvmMessage(handlers, { account: account as Address, chainId: chain.chainId, signal }, message);
		},
		read: async (sale, { call, costLamports }, account) => {
			if (call === null || sale.chain === null) throw new RefusedTransactionError(texts.refused.network);
			return read(handlers, { sale, chainId: sale.chain.chainId, call, costLamports, account });
		},
	};
}

interface ReadOptions {
	readonly sale: Sale;
	readonly chainId: number;
	readonly call: Parameters<typeof verifyPurchase>[0];
	/** The fee, in gwei. */
	readonly costLamports: string;
	readonly account: PurchaseAccount;
}

function read(handlers: WalletHandlers, { sale, chainId, call, costLamports, account }: ReadOptions): ReadReservation {
	const buyer = account.address as Address;
	const priceWei = BigInt(sale.priceLamports) * weiPerGwei;
	const voucher = verifyPurchase(call, { chainId, contract: sale.mintAddress, buyer, priceWei, count: null });
	const price = voucher.price / weiPerGwei;
	const deadline = new Date(Number(voucher.deadline) * 1_000);
	const rows = [
		[texts.payer, account.shortAddress],
		[texts.network, sale.chain?.name ?? sale.cluster],
		[texts.buys, texts.items(voucher.items)],
		[texts.price, formatPrice(price, sale.coin), texts.to(shortenEvmAddress(sale.walletAddress))],
		[texts.fee, texts.feeAbout(formatAmount(costLamports, sale.coin))],
		[texts.total, texts.feeAbout(formatAmount(price + BigInt(costLamports), sale.coin))],
		[texts.until, formatTime(deadline)],
	] as const;
	const details = [
		`${texts.payer}: ${account.address}`,
		`${texts.contract}: ${call.to}`,
		`${texts.price}: ${sale.walletAddress}`,
	];
	return {
		summary: <CallSummary rows={rows} checked={texts.checkedPurchase} details={details} />,
		actionText: texts.send,
		signatureCount: 1,
		sign: async (signal) => [await sendCall(handlers, buyer, call, signal)],
	};
}

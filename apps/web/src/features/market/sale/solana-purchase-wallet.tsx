import { transactionLifetimeMs } from '@adx/validators/limits';
import type { Reservation, Sale } from '@adx/validators/sale/sales';
import { shortenSolanaAddress } from '../../wallets/short-address.ts';
import type { SolanaConnector } from '../../wallets/solana/connect/use-connect-solana.ts';
import { type ConnectedSolana, useSolana } from '../../wallets/solana/connect/use-solana.ts';
import {
	reviewTransactions,
	signSolanaMessage,
	signTransactions,
} from '../../wallets/solana/sign/sign-transactions.ts';
import { TransactionSummary } from '../../wallets/solana/sign/transaction-summary.tsx';
import type { PurchaseWallet, ReadReservation } from './purchase-wallet.ts';
import { saleTexts } from './sale-texts.ts';

/** Wallets of Solana, which sign the transaction that the server built. */
export function useSolanaPurchaseWallet(connector: SolanaConnector): PurchaseWallet {
	const { connection } = useSolana();
	return {
		address: connection?.address ?? null,
		lifetimeMs: transactionLifetimeMs,
		connect: async () => {
			const connected = await connector.connect();
			return connected && toAccount(connected);
		},
		signMessage: (_sale, account, message, signal) =>
			signSolanaMessage((account as SolanaAccount).connection, message, signal),
		read: (sale, reservation, account) => readReservation(sale, reservation, (account as SolanaAccount).connection),
	};
}

const toAccount = (connection: ConnectedSolana) => ({
	address: connection.address,
	shortAddress: shortenSolanaAddress(connection.address),
	walletName: connection.wallet.name,
	connection,
});
type SolanaAccount = ReturnType<typeof toAccount>;

/** Compares what a reservation asks the wallet to sign with what the page of the sale says. */
async function readReservation(
	{ walletAddress: recipient, priceLamports, mintAddress, symbol, cluster, reveal }: Sale,
	reservation: Reservation,
	connection: ConnectedSolana,
): Promise<ReadReservation> {
	const { transactions } = reservation;
	const review = await reviewTransactions(transactions, {
		creates: 'item',
		wallet: connection.address,
		most: 1,
		recipient,
		priceLamports: toExpectedPrice(reservation, priceLamports),
		costLamports: BigInt(reservation.costLamports),
		collection: mintAddress,
		isCovered: reveal !== null,
		symbol,
	});
	return {
		summary: <TransactionSummary review={review} />,
		actionText: saleTexts.buy.sign,
		signatureCount: transactions.length,
		sign: (signal) => signTransactions({ connection, transactions, cluster, signal }),
	};
}

/** What the page says, or less: what was set aside before the price went up keeps its own, which is shown before signing. */
function toExpectedPrice({ priceLamports: reserved }: Reservation, shown: string): bigint {
	return BigInt(reserved) < BigInt(shown) ? BigInt(reserved) : BigInt(shown);
}

import { AccountChangedError, type SolanaWallet } from './solana-wallet.ts';

/** What this page uses of https://github.com/wallet-standard/wallet-standard and its features for Solana. */
interface StandardAccount {
	readonly address: string;
}

interface SignTransactionInput {
	readonly account: StandardAccount;
	readonly transaction: Uint8Array;
	readonly chain?: string;
}

export interface StandardWallet {
	readonly name: string;
	readonly icon: string;
	/** E.g. 'solana:devnet'. */
	readonly chains: readonly string[];
	readonly accounts: readonly StandardAccount[];
	readonly features: {
		readonly 'standard:connect'?: {
			connect(input?: { silent?: boolean }): Promise<{ readonly accounts: readonly StandardAccount[] }>;
		};
		readonly 'standard:disconnect'?: { disconnect(): Promise<void> };
		readonly 'standard:events'?: { on(event: 'change', listener: () => void): () => void };
		readonly 'solana:signTransaction'?: {
			signTransaction(
				...inputs: readonly SignTransactionInput[]
			): Promise<readonly { readonly signedTransaction: Uint8Array }[]>;
		};
		readonly 'solana:signMessage'?: {
			signMessage(
				...inputs: readonly { readonly account: StandardAccount; readonly message: Uint8Array }[]
			): Promise<readonly { readonly signature: Uint8Array }[]>;
		};
	};
}

interface Registry {
	register(...wallets: readonly StandardWallet[]): () => void;
}

declare global {
	interface WindowEventMap {
		'wallet-standard:register-wallet': CustomEvent<(registry: Registry) => void>;
	}
}

/** Tells of each wallet as it announces itself, those first that were there before the page. Returns what ends that. */
export function subscribeToWallets(onWallet: (wallet: SolanaWallet) => void): () => void {
	const registry: Registry = {
		register(...wallets) {
			for (const wallet of wallets) {
				const known = toSolanaWallet(wallet);
				if (known !== null) onWallet(known);
			}
			return () => {};
		},
	};
	const take = ({ detail: announce }: WindowEventMap['wallet-standard:register-wallet']) => announce(registry);
	window.addEventListener('wallet-standard:register-wallet', take);
	window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: registry }));
	return () => window.removeEventListener('wallet-standard:register-wallet', take);
}

/** The names of clusters differ: wallets call the first 'solana:mainnet'. */
const chainOf = (cluster: string) => `solana:${cluster === 'mainnet-beta' ? 'mainnet' : cluster}`;

/** Null for a wallet of another chain, or one that only sends. */
function toSolanaWallet(wallet: StandardWallet): SolanaWallet | null {
	const {
		'standard:connect': connecting,
		'standard:disconnect': disconnecting,
		'standard:events': events,
		'solana:signTransaction': signing,
		'solana:signMessage': messages,
	} = wallet.features;
	if (connecting === undefined || signing === undefined) return null;
	const chosen = () => wallet.accounts[0]?.address ?? null;
	const requireAccount = (address: string) => {
		const account = wallet.accounts.find((one) => one.address === address);
		if (account === undefined) throw new AccountChangedError();
		return account;
	};
	return {
		name: wallet.name,
		icon: wallet.icon.startsWith('data:image/') ? wallet.icon : undefined,
		async connect(silent) {
			const { accounts } = await connecting.connect(silent ? { silent } : undefined);
			return accounts[0]?.address ?? chosen();
		},
		disconnect: async () => disconnecting?.disconnect(),
		async sign(transactions, address, cluster) {
			const account = requireAccount(address);
			const chain = chainOf(cluster);
			// A wallet that does not know the cluster by name, as none knows a local one, may sign for it all the same.
			const place = wallet.chains.includes(chain) ? { chain } : {};
			const signed = await signing.signTransaction(
				...transactions.map((transaction) => ({ account, transaction, ...place })),
			);
			return signed.map(({ signedTransaction }) => signedTransaction);
		},
		signMessage:
			messages &&
			(async (message, address) => {
				const [signed] = await messages.signMessage({ account: requireAccount(address), message });
				if (signed === undefined) throw new Error('The wallet gave no signature');
				return signed.signature;
			}),
		watch: (onChange) => events?.on('change', () => onChange(chosen())) ?? (() => {}),
	};
}

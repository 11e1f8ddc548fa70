import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { readSession, removeSession, writeSession } from '../../../../lib/storage/browser-storage.ts';
import { type ConnectedSolana, SolanaContext } from './use-solana.ts';
import { useSolanaWallets } from './use-solana-wallets.ts';

/** Which wallet was used is forgotten with the tab; whether it still shows itself only the wallet knows. */
const usedKey = 'adx_solana_wallet';

/** The browser's wallets for everything below; the one used before is connected at once if it still lets this page see it. */
export function SolanaProvider({ children }: { readonly children: ReactNode }) {
	const wallets = useSolanaWallets();
	const [connection, setConnection] = useState<ConnectedSolana | null>(null);
	const hasRequestedConnection = useRef(false);
	useEffect(() => {
		const used = wallets.find(({ name }) => name === readSession(usedKey));
		if (used === undefined || hasRequestedConnection.current) return;
		hasRequestedConnection.current = true;
		used.connect(true).then(
			(address) => {
				if (address !== null) setConnection((now) => now ?? { wallet: used, address });
			},
			// It wants to be asked first.
			() => {},
		);
	}, [wallets]);
	const wallet = connection?.wallet ?? null;
	useEffect(() => {
		if (wallet === null) return;
		return wallet.watch((address) => setConnection(address === null ? null : { wallet, address }));
	}, [wallet]);
	const value = useMemo(
		() => ({
			wallets,
			connection,
			setConnection(next: ConnectedSolana) {
				writeSession(usedKey, next.wallet.name);
				setConnection(next);
			},
			disconnect() {
				removeSession(usedKey);
				setConnection(null);
				wallet?.disconnect().catch((error: unknown) => console.error('The wallet did not disconnect', error));
			},
		}),
		[wallets, connection, wallet],
	);
	return <SolanaContext value={value}>{children}</SolanaContext>;
}

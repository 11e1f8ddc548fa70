import { useEffect, useMemo, useState } from 'react';
import type { EIP1193Provider } from 'viem';
import { walletTexts } from './evm-wallet-texts.ts';

/** A wallet that this browser has. */
export interface AnnouncedWallet {
	/** Stays the same over reloads. */
	readonly id: string;
	readonly name: string;
	/** A data: URL; whatever else a wallet gives is not shown. */
	readonly icon: string | undefined;
	readonly provider: EIP1193Provider;
}

interface Announcement {
	readonly info: { readonly rdns: string; readonly name: string; readonly icon: string };
	readonly provider: EIP1193Provider;
}

declare global {
	interface WindowEventMap {
		/** https://eips.ethereum.org/EIPS/eip-6963 */
		'eip6963:announceProvider': CustomEvent<Announcement>;
	}
}

/** Older wallets only leave this behind. */
const leftBehind = (): EIP1193Provider | undefined => (window as { ethereum?: EIP1193Provider }).ethereum;

/** The wallets of this browser, as they announce themselves (EIP-6963); without any, the one in `window.ethereum`. */
export function useAnnouncedWallets(): readonly AnnouncedWallet[] {
	const [announced, setAnnounced] = useState<readonly AnnouncedWallet[]>([]);
	useEffect(() => {
		function take({ detail: { info, provider } }: WindowEventMap['eip6963:announceProvider']) {
			const icon = info.icon.startsWith('data:image/') ? info.icon : undefined;
			const wallet = { id: info.rdns, name: info.name, icon, provider };
			setAnnounced((known) => (known.some(({ id }) => id === wallet.id) ? known : [...known, wallet]));
		}
		window.addEventListener('eip6963:announceProvider', take);
		window.dispatchEvent(new Event('eip6963:requestProvider'));
		return () => window.removeEventListener('eip6963:announceProvider', take);
	}, []);
	return useMemo(() => {
		const provider = leftBehind();
		if (announced.length > 0 || provider === undefined) return announced;
		return [{ id: 'window.ethereum', name: walletTexts.unnamed, icon: undefined, provider }];
	}, [announced]);
}

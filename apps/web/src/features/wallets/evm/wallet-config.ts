import { type Config, type CreateConnectorFn, createConfig, createStorage, injected, unstable_connector } from 'wagmi';
import { reconnect } from 'wagmi/actions';
import {
	readLocal,
	readSession,
	removeLocal,
	removeSession,
	writeLocal,
	writeSession,
} from '../../../lib/storage/browser-storage.ts';
import type { AnnouncedWallet } from './announced-wallets.ts';
import { toViemChain, type WalletChain } from './wallet-chains.ts';

// Which of several wallets was used is forgotten with the tab; whether it is still connected only the wallet knows.
const storage = createStorage({
	key: 'adx_wallet',
	storage: { getItem: readSession, setItem: writeSession, removeItem: removeSession },
});

const disconnectedKey = 'adx_wallet_off';

/** Whether somebody pressed 'Disconnect' last: then no wallet connects by itself, though it still would show its accounts. */
export const isDisconnectedByUser = (): boolean => readLocal(disconnectedKey) !== null;
export const storeDisconnected = (): void => writeLocal(disconnectedKey, 'true');
export const clearDisconnected = (): void => removeLocal(disconnectedKey);

/** How wagmi works with wallets. Chains are read through the wallet alone: the page may not call them. */
export function createWalletConfig([first, ...others]: readonly [WalletChain, ...WalletChain[]]): Config {
	const chains = [toViemChain(first), ...others.map(toViemChain)] as const;
	return createConfig({
		chains,
		transports: Object.fromEntries(chains.map(({ id }) => [id, unstable_connector(injected)])),
		// wagmi's own discovery would ask for permissions in place of accounts.
		multiInjectedProviderDiscovery: false,
		storage,
	});
}

/** Makes these the wallets to choose from. Those that were there stay as they are, connections included. */
export function offerWallets(config: Config, wallets: readonly AnnouncedWallet[]): void {
	// wagmi takes all connectors at the start, or finds them by itself: only this adds what is announced later.
	const { connectors } = config._internal;
	connectors.setState((known) =>
		wallets.map((wallet) => known.find(({ id }) => id === wallet.id) ?? connectors.setup(connectorOf(wallet, config))),
	);
}

function connectorOf({ id, name, icon, provider }: AnnouncedWallet, config: Config): CreateConnectorFn {
	const create = injected({ shimDisconnect: false, target: { id, name, icon, provider: provider as never } });
	return (context) => {
		const connector = create(context);
		return {
			...connector,
			// Wallets report in when a page has loaded, or when their account changes: that is nobody's wish to use them here.
			async onConnect(info) {
				if (!isDisconnectedByUser() && config.state.current === null) await connector.onConnect?.call(this, info);
			},
		};
	};
}

/** Connects to a wallet that still lets this page see its accounts, the one last used first; asks the user nothing. */
export async function reconnectWallet(config: Config): Promise<void> {
	const isOpen = () => config.state.status === 'disconnected' && !isDisconnectedByUser();
	const last = await config.storage?.getItem('recentConnectorId');
	const inOrder = config.connectors.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
	for (const connector of inOrder) {
		if (!isOpen()) return;
		if ((await connector.isAuthorized()) && isOpen()) await reconnect(config, { connectors: [connector] });
	}
}

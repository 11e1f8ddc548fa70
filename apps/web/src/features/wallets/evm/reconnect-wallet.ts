import type { Config } from 'wagmi';
import { reconnect } from 'wagmi/actions';
import { isDisconnectedByUser } from './disconnected-flag.ts';

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

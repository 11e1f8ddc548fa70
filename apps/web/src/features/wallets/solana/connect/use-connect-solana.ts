import { showToast } from '@adx/ui/feedback/toast-store';
import { useEffect, useRef, useState } from 'react';
import { getAddressPrefix } from '../../short-address.ts';
import { solanaTexts as texts } from '../solana-texts.ts';
import { untilAborted } from '../until-aborted.ts';
import { isSolanaUserRejection, type SolanaWallet } from './solana-wallet.ts';
import { type ConnectedSolana, useSolana } from './use-solana.ts';

/** Why no wallet is connected. Closing a request is not an error. */
export interface SolanaConnectError {
	readonly text: string;
	readonly isError: boolean;
}

/** Asks a wallet to connect, the only one or the one that is chosen; one question at a time. */
export function useConnectSolana() {
	const { wallets, connection, setConnection } = useSolana();
	const [asked, setAsked] = useState<SolanaWallet | null>(null);
	const [problem, setProblem] = useState<SolanaConnectError | null>(null);
	const [isMissing, setMissing] = useState(false);
	/** Takes the choice among several, or none. */
	const [choose, setChoose] = useState<((wallet: SolanaWallet | null) => void) | null>(null);
	const work = useRef<AbortController | null>(null);
	useEffect(() => () => work.current?.abort(), []);

	async function pick(): Promise<SolanaWallet | null> {
		const [only, ...others] = wallets;
		setMissing(only === undefined);
		if (only === undefined) {
			showToast({ ...texts.notFound, tone: 'destructive' });
			return null;
		}
		if (others.length === 0) return only;
		const chosen = await new Promise<SolanaWallet | null>((resolve) => setChoose(() => resolve));
		setChoose(null);
		return chosen;
	}

	async function ask(wallet: SolanaWallet, signal: AbortSignal): Promise<ConnectedSolana | null> {
		setAsked(wallet);
		try {
			const address = await untilAborted(wallet.connect(false), signal);
			if (address === null) throw new Error(`${wallet.name} gave no account`);
			const found = { wallet, address };
			setConnection(found);
			const description = texts.connected.description(getAddressPrefix(address));
			showToast({ title: texts.connected.title, description, tone: 'success' });
			return found;
		} catch (error) {
			if (signal.aborted) return null;
			if (isSolanaUserRejection(error)) {
				setProblem({ text: texts.closed, isError: false });
				return null;
			}
			console.error('The wallet did not connect', error);
			setProblem({ text: texts.failed.description, isError: true });
			showToast({ ...texts.failed, tone: 'destructive' });
			return null;
		} finally {
			setAsked(null);
		}
	}

	/** The connection there is, else a new one; null where none came of it, which is then shown. */
	async function connect(): Promise<ConnectedSolana | null> {
		if (connection !== null) return connection;
		if (work.current !== null) return null;
		const stop = new AbortController();
		work.current = stop;
		setProblem(null);
		try {
			const wallet = await pick();
			return wallet === null ? null : await ask(wallet, stop.signal);
		} finally {
			work.current = null;
		}
	}

	return {
		connect,
		/** The wallet that has to answer now. */
		asked,
		problem: connection === null ? problem : null,
		isMissing: isMissing && wallets.length === 0,
		choose,
		/** Stops waiting for the wallet's answer. */
		cancel: () => work.current?.abort(),
	};
}
export type SolanaConnector = ReturnType<typeof useConnectSolana>;

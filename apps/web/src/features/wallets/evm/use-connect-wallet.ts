import { showToast } from '@adx/ui/feedback/toast-store';
import { useEffect, useRef, useState } from 'react';
import { type Connector, useConfig } from 'wagmi';
import { connect, getConnection } from 'wagmi/actions';
import { shortenEvmAddress } from '../short-address.ts';
import { walletTexts as texts } from './evm-wallet-texts.ts';
import { switchWalletChain } from './switch-chain.ts';
import type { WalletChain } from './wallet-chains.ts';
import { clearDisconnected } from './wallet-config.ts';
import { isErrorNamed, isUserRejection, isWalletBusy } from './wallet-errors.ts';

/** What a wallet is asked while it connects. */
export interface ConnectStep {
	readonly wallet: string;
	readonly kind: 'accounts' | 'chain';
	readonly number: number;
	readonly of: number;
}

/** Why it came to nothing, and how to do that part again. */
export interface EvmConnectError {
	readonly text: string;
	/** Closing a request is no error. */
	readonly isError: boolean;
	readonly retry: () => void;
}

interface Attempt {
	readonly wallet: string;
	readonly retry: () => void;
	/** What to ask; it goes by the signal between two questions. */
	readonly ask: (signal: AbortSignal) => Promise<void>;
}

/** Asks a wallet for its accounts, then to be on that chain unless it `hasNoUse`; one question at a time. */
export function useConnectWallet(chain: WalletChain, hasNoUse: boolean) {
	const config = useConfig();
	const underWay = useRef<(Attempt & { readonly stopping: AbortController }) | null>(null);
	const [step, setStep] = useState<ConnectStep | null>(null);
	const [problem, setProblem] = useState<EvmConnectError | null>(null);

	async function work(attempt: Attempt) {
		if (underWay.current !== null) return;
		const mine = { ...attempt, stopping: new AbortController() };
		underWay.current = mine;
		setProblem(null);
		try {
			await mine.ask(mine.stopping.signal);
		} catch (error) {
			if (underWay.current === mine) setProblem(problemOf(error, mine));
		} finally {
			if (underWay.current === mine) {
				underWay.current = null;
				setStep(null);
			}
		}
	}

	/** Waits no longer for the wallet, which itself cannot be stopped. */
	function cancel() {
		const stopped = underWay.current;
		if (stopped === null) return;
		underWay.current = null;
		stopped.stopping.abort();
		setStep(null);
		setProblem({ text: texts.stopped(stopped.wallet), isError: false, retry: stopped.retry });
	}
	// What the wallet answers after that finds nobody to go on.
	useEffect(() => () => underWay.current?.stopping.abort(), []);

	function switchNetwork() {
		const wallet = getConnection(config).connector?.name ?? texts.unnamed;
		const ask = async (signal: AbortSignal) => {
			setStep({ wallet, kind: 'chain', number: 1, of: 1 });
			await switchWalletChain(config, chain.chainId, signal);
		};
		void work({ wallet, retry: switchNetwork, ask });
	}

	function connectTo(connector: Connector) {
		const wallet = connector.name;
		const retry = () => (getConnection(config).isConnected ? switchNetwork() : connectTo(connector));
		const ask = async (signal: AbortSignal) => {
			setStep({ wallet, kind: 'accounts', number: 1, of: hasNoUse ? 1 : 2 });
			const { accounts, chainId } = await connect(config, { connector });
			clearDisconnected();
			showToast({
				title: texts.connected.title,
				description: texts.connected.description(shortenEvmAddress(accounts[0])),
				tone: 'success',
			});
			if (signal.aborted || hasNoUse || chainId === chain.chainId) return;
			setStep({ wallet, kind: 'chain', number: 2, of: 2 });
			await switchWalletChain(config, chain.chainId, signal);
		};
		void work({ wallet, retry, ask });
	}

	function problemOf(error: unknown, { wallet, retry }: Attempt): EvmConnectError {
		if (isUserRejection(error)) return { text: texts.closed, isError: false, retry };
		if (isWalletBusy(error)) return { text: texts.busy(wallet), isError: false, retry };
		if (isErrorNamed(error, 'ChainNotSwitchedError'))
			return { text: texts.notSwitched(wallet, chain.name), isError: true, retry };
		console.error('The wallet did not connect', error);
		showToast({ ...texts.failed, tone: 'destructive' });
		return { text: texts.failed.description, isError: true, retry };
	}

	return { step, problem, connectTo, switchNetwork, cancel, forgetProblem: () => setProblem(null) };
}

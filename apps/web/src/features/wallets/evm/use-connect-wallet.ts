import { showToast } from '@adx/ui/feedback/toast-store';
import { useEffect, useRef, useState } from 'react';
import { type Config, type Connector, useConfig, useConnectors } from 'wagmi';
import { connect, getConnection } from 'wagmi/actions';
import { shortenEvmAddress } from '../short-address.ts';
import { untilAborted } from '../solana/until-aborted.ts';
import { walletTexts as texts } from './evm-wallet-texts.ts';
import { switchWalletChain } from './switch-chain.ts';
import { useWallet, useWalletHandlers, type Wallet } from './use-wallet.ts';
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
	/** Closing a request is not an error. */
	readonly isError: boolean;
	readonly retry: () => Promise<boolean>;
	/** What did not come about. */
	readonly missing: ConnectStep['kind'];
}

interface Attempt {
	readonly wallet: string;
	readonly retry: () => Promise<boolean>;
	/** What to ask; it goes by the signal between two questions. */
	readonly ask: (signal: AbortSignal) => Promise<void>;
}

/** Which wallet to connect: the only one, or the one that is chosen. */
function useWalletChoice() {
	const connectors = useConnectors();
	const [isMissing, setMissing] = useState(false);
	/** Takes the choice among several, or none. */
	const [choose, setChoose] = useState<((connector: Connector | null) => void) | null>(null);

	async function pick(): Promise<Connector | null> {
		const [only, ...others] = connectors;
		setMissing(only === undefined);
		if (only === undefined) {
			showToast({ ...texts.notFound, tone: 'destructive' });
			return null;
		}
		if (others.length === 0) return only;
		const chosen = await new Promise<Connector | null>((resolve) => setChoose(() => resolve));
		setChoose(null);
		return chosen;
	}

	return {
		connectors,
		isMissing: isMissing && connectors.length === 0,
		choose,
		pick,
		/** Goes on without a wallet. */
		forgetMissing: () => setMissing(false),
	};
}

/**
 * Asks a wallet, the only one or the one that is chosen, for its accounts, then to be on that chain unless it `hasNoUse`;
 * one question at a time.
 */
export function useConnectWallet(chain: WalletChain, hasNoUse = false) {
	const config = useConfig();
	const handlers = useWalletHandlers();
	const { pick, ...choice } = useWalletChoice();
	const underWay = useRef<(Attempt & { readonly stopping: AbortController }) | null>(null);
	const [step, setStep] = useState<ConnectStep | null>(null);
	const [problem, setProblem] = useState<EvmConnectError | null>(null);
	// The wallet may have done it since without being asked from here.
	if (useIsSolved(problem, chain)) setProblem(null);

	/** Whether the wallet did what it was asked. */
	async function work(attempt: Attempt): Promise<boolean> {
		if (underWay.current !== null) return false;
		const mine = { ...attempt, stopping: new AbortController() };
		underWay.current = mine;
		setProblem(null);
		try {
			await untilAborted(mine.ask(mine.stopping.signal), mine.stopping.signal);
			return true;
		} catch (error) {
			if (!mine.stopping.signal.aborted) setProblem(explain(error, mine, chain, whatIsMissing(config)));
			return false;
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
		const missing = whatIsMissing(config);
		setProblem({ text: texts.stopped(stopped.wallet), isError: false, retry: stopped.retry, missing });
	}
	// What the wallet answers after that finds nobody to go on.
	useEffect(() => () => underWay.current?.stopping.abort(), []);

	function switchNetwork(): Promise<boolean> {
		const wallet = getConnection(config).connector?.name ?? texts.unnamed;
		const ask = async (signal: AbortSignal) => {
			setStep({ wallet, kind: 'chain', number: 1, of: 1 });
			await switchWalletChain(config, chain.chainId, signal);
		};
		return work({ wallet, retry: switchNetwork, ask });
	}

	function connectTo(connector: Connector): Promise<boolean> {
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
		return work({ wallet, retry, ask });
	}

	/** The wallet that is connected, else one that connects now; null where none did, which is then shown. */
	async function connectWallet(): Promise<Wallet | null> {
		if (handlers.now().address !== null) return handlers.now();
		const connector = await pick();
		return connector !== null && (await connectTo(connector)) ? handlers.now() : null;
	}

	return {
		step,
		problem,
		...choice,
		connect: connectWallet,
		switchNetwork,
		cancel,
		forgetProblem: () => setProblem(null),
	};
}

function explain(
	error: unknown,
	{ wallet, retry }: Attempt,
	chain: WalletChain,
	missing: ConnectStep['kind'],
): EvmConnectError {
	const closed = missing === 'chain' ? texts.closedSwitch(chain.name) : texts.closed;
	if (isUserRejection(error)) return { text: closed, isError: false, retry, missing };
	if (isWalletBusy(error)) return { text: texts.busy(wallet), isError: false, retry, missing };
	if (isErrorNamed(error, 'ChainNotSwitchedError'))
		return { text: texts.notSwitched(wallet, chain.name), isError: true, retry, missing };
	console.error('The wallet did not connect', error);
	showToast({ ...texts.failed, tone: 'destructive' });
	return { text: texts.failed.description, isError: true, retry, missing };
}

/** The switch to another chain is asked of a wallet that is connected. */
const whatIsMissing = (config: Config): ConnectStep['kind'] =>
	getConnection(config).isConnected ? 'chain' : 'accounts';

/** Whether a problem is none any more: the wallet is connected, or on the chain, or there is none left to switch. */
function useIsSolved(problem: EvmConnectError | null, chain: WalletChain): boolean {
	const { address, chainId } = useWallet();
	if (problem === null) return false;
	return problem.missing === 'accounts' ? address !== null : address === null || chainId === chain.chainId;
}

export type WalletConnector = ReturnType<typeof useConnectWallet>;

import { Button, buttonClass } from '@adx/ui/controls/button';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import { TriangleAlert, Wallet as WalletIcon } from 'lucide-react';
import { type ReactNode, useCallback, useId } from 'react';
import { AddressButton } from '../address-button.tsx';
import { shortenEvmAddress } from '../short-address.ts';
import { walletTexts as texts } from './evm-wallet-texts.ts';
import {
	type ConnectStep,
	type EvmConnectError,
	useConnectWallet,
	type WalletConnector,
} from './use-connect-wallet.ts';
import { useWallet, useWalletHandlers } from './use-wallet.ts';
import type { WalletChain } from './wallet-chains.ts';
import { WalletChoice } from './wallet-choice.tsx';

export interface WalletBarProps {
	/** The one that the wallet has to be on. */
	readonly chain: WalletChain;
	/** Nothing can be done on that chain here: then the wallet is not asked to be on it. */
	readonly hasNoUse?: boolean;
}

/** Connects a wallet, shows which one it is, and what it is being asked. */
export function WalletBar(props: WalletBarProps) {
	const connector = useConnectWallet(props.chain, props.hasNoUse);
	return <ConnectBar {...props} connector={connector} />;
}

export interface ConnectBarProps extends WalletBarProps {
	/** Of the same chain; other buttons of the page may connect by it too. */
	readonly connector: WalletConnector;
}

/** A `WalletBar` for a page on which something else connects the wallet too. */
export function ConnectBar({ chain, hasNoUse = false, connector }: ConnectBarProps) {
	const wallet = useWallet();
	const verbs = useWalletHandlers();
	const { step, problem, connectors, choose, switchNetwork, cancel } = connector;
	const noteId = useId();
	const part = useFocusRetained<HTMLDivElement>('button');
	const isOnChain = hasNoUse || wallet.chainId === chain.chainId;

	const focusBar = useCallback(() => {
		part.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true });
	}, [part]);

	function disconnect() {
		connector.forgetProblem();
		void verbs.disconnect();
	}

	return (
		<div ref={part} className="grid min-w-0 gap-2">
			<div className="flex flex-wrap items-center gap-2">
				{wallet.address === null ? (
					<WaitingButton
						isWaiting={step !== null}
						icon={<WalletIcon aria-hidden className="size-4" />}
						onPress={connector.connect}
						text={texts.connect}
					/>
				) : (
					<>
						{isOnChain ? null : (
							<WaitingButton
								isWaiting={step !== null}
								icon={<TriangleAlert aria-hidden className="size-4" />}
								describedBy={noteId}
								onPress={switchNetwork}
								text={texts.wrongNetwork.button}
							/>
						)}
						<AddressButton
							address={wallet.address}
							short={shortenEvmAddress(wallet.address)}
							label={isOnChain && !hasNoUse ? `${chain.name} · ${wallet.name}` : wallet.name}
						/>
						<Button size="small" tone="ghost" onClick={disconnect}>
							{texts.disconnect}
						</Button>
					</>
				)}
			</div>
			{wallet.address !== null && !isOnChain ? (
				<p id={noteId} className="text-sm text-text-2">
					{texts.wrongNetwork.text(wallet.name, chain.name)}
				</p>
			) : null}
			<WalletStatus step={step} problem={problem} chain={chain} onStop={cancel} />
			{connector.isMissing ? <NoWallet onContinue={connector.forgetMissing} /> : null}
			<WalletChoice
				open={choose !== null}
				connectors={connectors}
				onClose={() => choose?.(null)}
				onFocusLost={focusBar}
				onChoose={(chosen) => choose?.(chosen)}
			/>
		</div>
	);
}

interface WaitingButtonProps {
	/** For the wallet; then it does nothing, and keeps the focus. */
	readonly isWaiting: boolean;
	readonly icon: ReactNode;
	readonly text: string;
	readonly describedBy?: string;
	readonly onPress: () => Promise<unknown>;
}

function WaitingButton({ isWaiting, icon, text, describedBy, onPress }: WaitingButtonProps) {
	return (
		<Button
			tone="primary"
			icon={icon}
			aria-disabled={isWaiting}
			aria-describedby={describedBy}
			className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
			onClick={isWaiting ? undefined : () => void onPress()}
		>
			{text}
		</Button>
	);
}

interface WalletStatusProps {
	readonly step: ConnectStep | null;
	readonly problem: EvmConnectError | null;
	readonly chain: WalletChain;
	readonly onStop: () => void;
}

/** What the wallet is being asked, or why it came to nothing; its live region stands before it has anything to say. */
function WalletStatus({ step, problem, chain, onStop }: WalletStatusProps) {
	return (
		<div className={step === null && problem === null ? 'sr-only' : 'flex flex-wrap items-center gap-2'}>
			<p role="status" className={problem?.isError ? 'text-sm text-ember-text' : 'text-sm text-text'}>
				{step === null ? (problem?.text ?? '') : stepText(step, chain)}
			</p>
			{step === null ? null : (
				<Button size="small" onClick={onStop}>
					{texts.stop}
				</Button>
			)}
			{problem === null || step !== null ? null : (
				<Button size="small" onClick={() => void problem.retry()}>
					{texts.retry}
				</Button>
			)}
		</div>
	);
}

function stepText({ wallet, kind, number, of }: ConnectStep, chain: WalletChain): string {
	const what = kind === 'accounts' ? texts.step.accounts : texts.step.chain(chain.name);
	return `${texts.step.confirm(wallet, number, of)}. ${what}`;
}

function NoWallet({ onContinue }: { readonly onContinue: () => void }) {
	return (
		<div className="grid justify-items-start gap-2 rounded-md border border-line bg-surface-2 p-3 text-sm">
			<p>{texts.notFound.description}</p>
			<div className="flex flex-wrap gap-2">
				<ExternalLink href={texts.install.href} baseClass={buttonClass('secondary', 'small')}>
					{texts.install.link}
				</ExternalLink>
				<Button size="small" tone="ghost" onClick={onContinue}>
					{texts.install.without}
				</Button>
			</div>
		</div>
	);
}

import { Button, buttonClass } from '@adx/ui/controls/button';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import type { ImageMintStatus } from '@adx/validators/mint';
import clsx from 'clsx';
import { DownloadLink } from '../../../lib/files/download-link.tsx';
import { walletTexts } from '../../wallets/evm/evm-wallet-texts.ts';
import { useWallet } from '../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { mintTexts as texts } from './mint-texts.ts';
import type { MintOutcome, MintRun, MintStep } from './send-mint.ts';

export interface MintProgressProps {
	/** Null before the first press. */
	readonly run: MintRun | null;
	/** What the chain said of the transaction since it was sent; null while it says nothing. */
	readonly ended: ImageMintStatus | null;
	/** Whether the chain's node knows nothing of the transaction though it should. */
	readonly isUnknown: boolean;
	readonly walletChain: WalletChain;
	readonly onStop: () => void;
}

/** What is going on, here or in the wallet, and how it ended: the form's own button tries again. Its live region stands before it has anything to say. */
export function MintProgress({ run, ended, isUnknown, walletChain, onStop }: MintProgressProps) {
	const wallet = useWallet();
	const step = run?.step ?? null;
	const outcome = run?.outcome ?? null;
	const isSwitched = run !== null && step !== null && wallet.address !== null && wallet.address !== run.account;
	const problem = problemOf(outcome, ended);
	const canStop = step !== null && step.kind !== 'reporting';
	return (
		<>
			<p
				role="status"
				className={clsx('text-sm font-medium wrap-anywhere empty:sr-only', ended === null ? 'text-text' : 'text-ok')}
			>
				{isUnknown && run?.outcome?.kind === 'sent' && ended === null
					? texts.unknownTransaction
					: statusText(run, ended, walletChain.name)}
			</p>
			{run !== null && isSwitched ? (
				<p role="alert" className="text-sm wrap-anywhere text-text-2">
					{texts.switchedAccount(run.wallet, run.account)}
				</p>
			) : null}
			{problem === null ? null : (
				<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
					{problem}
				</p>
			)}
			{ended?.status === 'confirmed' && ended.explorerUrl !== null ? (
				<ExternalLink
					href={ended.explorerUrl}
					hasIcon
					baseClass={buttonClass('secondary', 'small')}
					className="justify-self-start"
				>
					{texts.explorer}
				</ExternalLink>
			) : null}
			{canStop ? (
				<Button size="small" className="justify-self-start" onClick={onStop}>
					{walletTexts.stop}
				</Button>
			) : null}
			{run?.outcome?.kind === 'sent' && run.carUrl !== null ? <FilesToPublish href={run.carUrl} /> : null}
		</>
	);
}

function FilesToPublish({ href }: { readonly href: string }) {
	return (
		<div className="grid justify-items-start gap-2 rounded-md border border-line bg-surface-2 p-3 text-sm">
			<p>{texts.car.text}</p>
			<DownloadLink href={href} className={buttonClass('secondary', 'small')}>
				{texts.car.link}
			</DownloadLink>
		</div>
	);
}

function statusText(run: MintRun | null, ended: ImageMintStatus | null, chain: string): string {
	if (ended !== null) return ended.status === 'confirmed' ? texts.confirmed : '';
	if (run === null) return '';
	const { step, outcome, wallet } = run;
	if (step !== null) return stepText(step, wallet, chain);
	if (outcome?.kind === 'sent') return outcome.isReported ? texts.sent.text : texts.sent.unreported;
	if (outcome?.kind === 'closed') return texts.closed;
	if (outcome?.kind !== 'stopped') return '';
	const { during } = outcome;
	return during === 'switching' || during === 'sending' ? texts.stopped[during](wallet) : texts.stopped.page;
}

function problemOf(outcome: MintOutcome | null, ended: ImageMintStatus | null): string | null {
	if (ended?.status === 'none') return texts.sentTooLate;
	if (ended !== null) return ended.status === 'failed' ? (ended.errorMessage ?? texts.news.unexplained) : null;
	return outcome?.kind === 'failed' ? outcome.message : null;
}

function stepText(step: MintStep, wallet: string, chain: string): string {
	if (step.kind === 'switching' || step.kind === 'sending') {
		const what = step.kind === 'switching' ? walletTexts.step.chain(chain) : texts.steps.sending;
		return `${walletTexts.step.confirm(wallet, step.number, step.of)}. ${what}`;
	}
	return texts.steps[step.kind];
}

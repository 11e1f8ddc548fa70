import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { showToast } from '@adx/ui/feedback/toast-store';
import { useFocusOnUnmount } from '@adx/ui/focus/use-focus-on-unmount';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { descriptionMaxLength } from '@adx/validators/limits';
import { type ImageMintStatus, nftNameMaxLength } from '@adx/validators/mint';
import { type MintChain, mintChainFacts } from '@adx/validators/minted-token';
import { type FormEvent, useId } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageFileUrl, imageTitle } from '../../jobs/image-labels.ts';
import { walletTexts } from '../../wallets/evm/evm-wallet-texts.ts';
import { useWallet } from '../../wallets/evm/use-wallet.ts';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { shortenEvmAddress } from '../../wallets/short-address.ts';
import { MintProgress } from './mint-progress.tsx';
import { useMintContract } from './mint-queries.ts';
import { getMintOutcome, type TokenLabels } from './mint-status.ts';
import { mintTexts } from './mint-texts.ts';
import type { useMintFlow } from './use-mint-flow.ts';

const texts = mintTexts.dialog;

export interface MintFormProps {
	readonly image: JobImage;
	readonly chain: MintChain;
	readonly walletChain: WalletChain;
	/** Whether the server mints on that chain. */
	readonly isSetUp: boolean;
	/** Whether the server publishes the token's files; else its owner does. */
	readonly publishesFiles: boolean;
	/** What the server last reported; `reportedAtMs` is when. */
	readonly mint: ImageMintStatus | null;
	readonly reportedAtMs: number;
	/** On which the image is a token already; null for none. */
	readonly otherChain: MintChain | null;
	readonly flow: ReturnType<typeof useMintFlow>;
	readonly words: TokenLabels;
	readonly onWords: (words: TokenLabels) => void;
	readonly onClose: () => void;
	/** Once the form is gone and nothing else has the focus. */
	readonly onFocusLost: () => void;
}

/** What the token shall be called, the press that mints it, and what becomes of that. */
export function MintForm(props: MintFormProps) {
	const { image, chain, walletChain, isSetUp, publishesFiles, mint, reportedAtMs, otherChain, flow } = props;
	const { words, onWords, onClose, onFocusLost } = props;
	const { name, description } = words;
	const wallet = useWallet();
	const { data: contract } = useMintContract(chain, isSetUp);
	const descriptionId = useId();
	const form = useFocusRetained<HTMLFormElement>('[type=submit]', 'button');
	const run = flow.run?.imageId === image.id && flow.run.chain === chain ? flow.run : null;
	const isOtherUnderWay = run === null && flow.run !== null && flow.run.step !== null;
	const isUnderWay = run !== null && run.step !== null;
	const ended = getMintOutcome(run, mint, reportedAtMs);
	const isSent = ended === null ? run?.outcome?.kind === 'sent' : ended.status === 'confirmed';
	const owner = run !== null && (isUnderWay || isSent) ? run.account : wallet.address;
	const isComplete = name.trim() !== '' && wallet.address !== null && !isOtherUnderWay;
	useFocusOnUnmount(onFocusLost);

	function submit(event: FormEvent) {
		event.preventDefault();
		if (!isComplete || isUnderWay || isSent) return;
		if (!isSetUp) showToast(mintTexts.later);
		else void flow.mint({ imageId: image.id, chain, name: name.trim(), description: description.trim(), walletChain });
	}

	return (
		<form ref={form} noValidate onSubmit={submit} className="grid gap-4">
			<div className="flex items-center gap-3">
				<ImageWithFallback
					url={imageFileUrl(image, '200')}
					alt=""
					className="size-16 rounded-md border border-border bg-surface-3 object-contain"
				/>
				<div className="min-w-0 text-sm">
					<p className="truncate font-semibold text-text">{imageTitle(image)}</p>
					<p className="text-text-2">{walletChain.name}</p>
					{owner === null ? null : (
						<p className="text-text-2">
							{texts.owner} <span className="font-mono">{shortenEvmAddress(owner)}</span>
						</p>
					)}
				</div>
			</div>
			<TextField
				label={texts.name}
				value={name}
				autoComplete="off"
				maxLength={nftNameMaxLength}
				readOnly={isUnderWay || isSent}
				error={name.trim() === '' ? texts.nameMissing : undefined}
				onChange={(event) => onWords({ name: event.target.value, description })}
				className="[&_input:read-only]:bg-surface-1 [&_input:read-only]:text-text-2"
			/>
			<div>
				<label htmlFor={descriptionId} className="mb-1.5 block font-medium text-text">
					{texts.description}
				</label>
				<textarea
					id={descriptionId}
					rows={3}
					value={description}
					maxLength={descriptionMaxLength}
					readOnly={isUnderWay || isSent}
					onChange={(event) => onWords({ name, description: event.target.value })}
					className="block w-full min-w-0 rounded-sm border border-line bg-surface-2 px-3 py-2 text-text read-only:bg-surface-1 read-only:text-text-2"
				/>
			</div>
			{otherChain === null || isSent ? null : (
				<p className="text-sm text-text-2">{texts.mintedOn(mintChainFacts[otherChain].name, walletChain.name)}</p>
			)}
			{contract === undefined ? null : (
				<p className="text-sm wrap-anywhere text-text-2">
					{texts.royalty(contract.royaltyBasisPoints / 100, contract.royaltyReceiver)}
				</p>
			)}
			{wallet.address === null && !isSent ? <p className="text-sm text-text-2">{texts.notConnected}</p> : null}
			{isSetUp ? null : <p className="text-sm text-text-2">{mintTexts.section.notSetUp(walletChain.name)}</p>}
			{publishesFiles || isSent ? null : <p className="text-sm text-text-2">{mintTexts.car.before}</p>}
			{isOtherUnderWay ? <OtherUnderWay onStop={flow.stop} /> : null}
			<MintProgress
				run={run}
				ended={ended}
				isUnknown={mint?.transactionUnknown ?? false}
				walletChain={walletChain}
				onStop={flow.stop}
			/>
			<DialogButtons
				primary={
					isSent ? null : (
						<Button
							type="submit"
							tone="primary"
							className="grow aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
							disabled={!isComplete}
							aria-disabled={isUnderWay}
						>
							{texts.submit}
						</Button>
					)
				}
			>
				<Button className={isSent ? 'grow' : undefined} onClick={onClose}>
					{texts.close}
				</Button>
			</DialogButtons>
		</form>
	);
}

function OtherUnderWay({ onStop }: { readonly onStop: () => void }) {
	return (
		<div className="grid justify-items-start gap-2">
			<p className="text-sm text-text-2">{texts.otherUnderWay}</p>
			<Button size="small" onClick={onStop}>
				{walletTexts.stop}
			</Button>
		</div>
	);
}

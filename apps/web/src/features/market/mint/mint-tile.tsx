import { Button, buttonClass } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import type { ImageMintStatus } from '@adx/validators/mint';
import { type MintChain, type MintStatus, mintChainFacts } from '@adx/validators/minted-token';
import clsx from 'clsx';
import { Ban, CircleCheck, CircleX, Download, LoaderCircle } from 'lucide-react';
import { useId } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { DownloadLink } from '../../../lib/files/download-link.tsx';
import { imageFileUrl, imageTitle } from '../../jobs/image-labels.ts';
import { batchTexts } from './batch/batch-texts.ts';
import type { BatchSelection } from './batch/use-batch-selection.ts';
import { CancelMint } from './cancel-mint.tsx';
import { describeFailure, isCalmEnd, isMintOpen } from './mint-status.ts';
import { mintTexts as texts } from './mint-texts.ts';

export interface MintTileProps {
	readonly image: JobImage;
	/** Null for an image that nobody began to mint on this chain. */
	readonly mint: ImageMintStatus | null;
	/** On which it is a token as well; null for none. */
	readonly otherChain: MintChain | null;
	readonly chain: MintChain;
	/** The id of the sentence that says where to connect a wallet; null once one is connected. */
	readonly connectHintId: string | null;
	readonly onMint: (image: JobImage) => void;
	/** Null where several cannot be minted together. */
	readonly selection: BatchSelection | null;
}

/** One image, how far its mint is, and the next thing to do about it. */
export function MintTile({ image, mint, otherChain, chain, connectHintId, onMint, selection }: MintTileProps) {
	const titleId = useId();
	const whyId = useId();
	const otherId = useId();
	const title = imageTitle(image);
	const isConnected = connectHintId === null;
	const status = mint?.status ?? 'none';
	const label = isConnected ? texts.buttons[status] : texts.connect;
	const { explorerUrl = null, published = true } = mint ?? {};
	const failure = mint === null ? null : describeFailure(mint);
	const isCancelled = mint !== null && mint.cancelledAt !== null;
	return (
		<div className="grid gap-2">
			<div className="relative">
				<ImageWithFallback
					isLazy
					url={imageFileUrl(image, '512')}
					alt={title}
					className="aspect-square w-full rounded-md border border-border bg-surface-3 object-contain"
				/>
				{selection !== null && isConnected && isMintOpen(status) ? (
					<label className="absolute top-0 left-0 grid size-8 cursor-pointer place-items-center pointer-coarse:size-11">
						<input
							type="checkbox"
							aria-label={batchTexts.select(title)}
							checked={selection.has(image.id)}
							onChange={(event) => selection.set([image], event.target.checked)}
							className="size-5 accent-primary"
						/>
					</label>
				) : null}
				<span className="absolute top-1 right-1 rounded-full bg-surface-1">
					<MintBadge status={isCancelled ? 'cancelled' : status} />
				</span>
			</div>
			<p id={titleId} data-mint-tile={image.id} tabIndex={-1} className="truncate text-sm text-text-2" title={title}>
				{title}
			</p>
			<Button
				size="small"
				tone={isConnected && status === 'failed' ? 'danger' : 'secondary'}
				disabled={!isConnected || !isMintOpen(status)}
				aria-describedby={clsx(titleId, failure !== null && whyId, otherChain !== null && otherId, connectHintId)}
				title={isConnected ? undefined : texts.connectHint}
				onClick={() => onMint(image)}
			>
				{label}
			</Button>
			{failure === null ? null : (
				<p
					id={whyId}
					className={clsx(
						'text-[0.8125rem] wrap-anywhere',
						mint !== null && isCalmEnd(mint) ? 'text-text-2' : 'text-ember-text',
					)}
				>
					{failure}
				</p>
			)}
			{otherChain === null ? null : (
				<p id={otherId} className="text-[0.8125rem] text-text-2">
					{texts.mintedOn(mintChainFacts[otherChain].name)}
				</p>
			)}
			{mint !== null && (status === 'prepared' || status === 'minting') ? (
				<CancelMint mint={mint} describedBy={titleId} />
			) : null}
			<ExternalLink href={explorerUrl} aria-describedby={titleId} hasIcon baseClass={buttonClass('ghost', 'small')}>
				{texts.explorer}
			</ExternalLink>
			{published ? null : (
				<DownloadLink
					href={`/api/mint/${image.id}/car?chain=${chain}`}
					aria-describedby={titleId}
					className={buttonClass('ghost', 'small')}
				>
					{texts.files}
					<Download aria-hidden className="size-3.5" />
				</DownloadLink>
			)}
		</div>
	);
}

const badges = {
	minting: { tone: 'active', Icon: LoaderCircle, isSpinning: true },
	confirmed: { tone: 'ok', Icon: CircleCheck },
	failed: { tone: 'bad', Icon: CircleX },
	cancelled: { tone: 'neutral', Icon: Ban },
} as const;

function MintBadge({ status }: { readonly status: MintStatus | 'cancelled' }) {
	if (status === 'none' || status === 'prepared') return null;
	return <Badge {...badges[status]}>{texts.badges[status]}</Badge>;
}

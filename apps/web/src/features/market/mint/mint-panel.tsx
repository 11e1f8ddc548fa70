import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Pager } from '@adx/ui/navigation/pager';
import type { MintChain } from '@adx/validators/minted-token';
import { useBlocker } from '@tanstack/react-router';
import { Gem } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { useJobs } from '../../jobs/job-queries.ts';
import { useWallet } from '../../wallets/evm/use-wallet.ts';
import { WalletBar } from '../../wallets/evm/wallet-bar.tsx';
import type { WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { BatchPanel } from './batch/batch-panel.tsx';
import { storedBatches } from './batch/stored-batches.ts';
import { type BatchSelection, useBatchSelection } from './batch/use-batch-selection.ts';
import { MintDialog } from './mint-dialog.tsx';
import { type FindOtherChain, type Mints, useMintContract, useMintStatus, useOtherChains } from './mint-queries.ts';
import { getMintableJobs } from './mint-status.ts';
import { mintTexts as texts } from './mint-texts.ts';
import { MintableCollection } from './mintable-collection.tsx';
import { useMintFlow } from './use-mint-flow.ts';
import { useMintNotifications } from './use-mint-notifications.ts';

/** The number of collections shown at a time. */
const shownJobs = 3;

export interface MintPanelProps {
	readonly chain: MintChain;
	readonly walletChain: WalletChain;
	/** Whether the server mints on that chain. */
	readonly isSetUp: boolean;
	/** Whether the server publishes the files of tokens; else their owners do. */
	readonly publishesFiles: boolean;
}

/** The wallet, the collections, and the dialog in which one of their images is minted. */
export function MintPanel({ chain, walletChain, isSetUp, publishesFiles }: MintPanelProps) {
	const { data: jobs, error, refetch } = useJobs();
	const status = useMintStatus(chain);
	const findOtherChain = useOtherChains(chain);
	const flow = useMintFlow();
	const { data: contract } = useMintContract(chain, isSetUp);
	const selection = useBatchSelection(chain, status.mints);
	const hasBatch = storedBatches.use().has(chain);
	const [image, setImage] = useState<JobImage | null>(null);
	const [isOpen, setOpen] = useState(false);
	useMintNotifications({
		chain,
		chainName: walletChain.name,
		mints: status.mints,
		openImageId: isOpen ? (image?.id ?? null) : null,
	});
	useBlocker({
		disabled: !isOpen,
		enableBeforeUnload: false,
		// 'Back' closes what was opened last.
		shouldBlockFn({ action }) {
			setOpen(false);
			return action === 'BACK';
		},
	});
	const focusTile = useCallback(() => {
		document.querySelector<HTMLElement>(`[data-mint-tile="${image?.id}"]`)?.focus({ preventScroll: true });
	}, [image]);
	return (
		<div className="grid gap-4">
			<WalletBar key={chain} chain={walletChain} hasNoUse={!isSetUp} />
			<p role="status" className="text-sm text-text-2 empty:sr-only">
				{status.error === null || status.mints === undefined ? '' : texts.section.stale}
			</p>
			{jobs !== undefined && status.mints !== undefined ? (
				<MintJobs
					jobs={getMintableJobs(jobs)}
					mints={status.mints}
					findOtherChain={findOtherChain}
					chain={chain}
					selection={contract === undefined || hasBatch ? null : selection}
					onMint={(chosen) => {
						flow.forgetEnded();
						setImage(chosen);
						setOpen(true);
					}}
				/>
			) : (error ?? status.error) === null ? (
				<div role="status" aria-label={texts.section.loading}>
					<Skeleton className="h-40 w-full" />
				</div>
			) : (
				<ErrorWithRetry
					message={(error ?? status.error)?.message}
					retryLabel={texts.section.tryAgain}
					onRetry={() => Promise.all([refetch(), status.refetch()])}
				/>
			)}
			{contract === undefined || status.mints === undefined ? null : (
				<BatchPanel
					chain={chain}
					walletChain={walletChain}
					publishesFiles={publishesFiles}
					contract={contract}
					mints={status.mints}
					selection={selection}
					report={flow.report}
				/>
			)}
			{image === null ? null : (
				<MintDialog
					key={`${image.id} ${chain}`}
					open={isOpen}
					image={image}
					chain={chain}
					walletChain={walletChain}
					isSetUp={isSetUp}
					publishesFiles={publishesFiles}
					mint={status.mints?.get(image.id) ?? null}
					otherChain={findOtherChain(image.id)}
					reportedAtMs={status.reportedAtMs}
					flow={flow}
					onClose={() => setOpen(false)}
					onFocusLost={focusTile}
				/>
			)}
		</div>
	);
}

interface MintJobsProps {
	readonly jobs: readonly Job[];
	readonly mints: Mints;
	readonly findOtherChain: FindOtherChain;
	readonly chain: MintChain;
	readonly selection: BatchSelection | null;
	readonly onMint: (image: JobImage) => void;
}

function MintJobs({ jobs, mints, findOtherChain, chain, selection, onMint }: MintJobsProps) {
	const wallet = useWallet();
	const hintId = useId();
	const [wanted, setPage] = useState(0);
	if (jobs.length === 0) return <NothingToMint />;
	const pageCount = Math.ceil(jobs.length / shownJobs);
	const page = Math.min(wanted, pageCount - 1);
	const shown = jobs.slice(page * shownJobs, (page + 1) * shownJobs);
	const isConnected = wallet.address !== null;
	return (
		<>
			{isConnected ? null : (
				<p id={hintId} className="text-sm text-text-2">
					{texts.connectHint}
				</p>
			)}
			<div className="grid gap-6">
				{shown.map((job) => (
					<MintableCollection
						key={job.id}
						job={job}
						mints={mints}
						findOtherChain={findOtherChain}
						chain={chain}
						connectHintId={isConnected ? null : hintId}
						onMint={onMint}
						selection={selection}
					/>
				))}
			</div>
			{pageCount > 1 ? (
				// Each collection has a pager of its own above.
				<div className="mt-2 rounded-md border border-line bg-surface-2 p-2">
					<Pager
						itemsLabel={texts.jobs}
						page={page}
						pageCount={pageCount}
						onPage={setPage}
						positionText={texts.jobsShown(page * shownJobs + 1, page * shownJobs + shown.length, jobs.length)}
					/>
				</div>
			) : null}
		</>
	);
}

function NothingToMint() {
	return (
		<div className="rounded-md border border-dashed border-line p-6 text-center text-text-2">
			<Gem aria-hidden className="mx-auto mb-3 size-8 text-primary" strokeWidth={1.5} />
			<p className="font-semibold text-text">{texts.empty.title}</p>
			<p className="mt-1">{texts.empty.text}</p>
		</div>
	);
}

import { Button, buttonClass } from '@adx/ui/controls/button';
import { StatusBadge } from '@adx/ui/feedback/badge';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { showToast } from '@adx/ui/feedback/toast-store';
import { Card } from '@adx/ui/surfaces/card';
import type { AttributeJob } from '@adx/validators/attributes';
import { Link } from '@tanstack/react-router';
import { Gem, Sprout } from 'lucide-react';
import { getExplanation, getHttpStatus } from '../../../lib/api/error-messages.ts';
import type { ApiQuery } from '../../../lib/api/trpc.ts';
import { SaveArchiveButton } from '../../../lib/files/save-archive-button.tsx';
import { formatDuration } from '../../../lib/format/format-quantity.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { changeDraft, useAttributesDraft } from './attributes-draft.ts';
import { getRunTitle, getStatusLabel, hasChangedSince } from './run-status.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

const { run: texts, start, check, download } = attributeTexts;

/** An address that names none is refused before anybody looks for one. */
const isNoRun = (status: number | null) => status === 404 || status === 400;

export interface RunCardProps {
	readonly runId: string | null;
	readonly run: ApiQuery<AttributeJob>;
}

/** The run on show: how far it is, and what came of it. */
export function RunCard({ runId, run: { data, error, refetch } }: RunCardProps) {
	return (
		<Card title={texts.title}>
			{runId === null ? (
				<p className="text-text-2">{texts.none}</p>
			) : data === undefined ? (
				<Unknown
					isMissing={isNoRun(getHttpStatus(error))}
					isFailing={error !== null}
					onTryAgain={() => void refetch()}
				/>
			) : (
				<>
					<RunState job={data} />
					{error === null ? null : <CheckFailed onTryAgain={() => void refetch()} />}
				</>
			)}
		</Card>
	);
}

interface UnknownProps {
	readonly isMissing: boolean;
	readonly isFailing: boolean;
	readonly onTryAgain: () => void;
}

function Unknown({ isMissing, isFailing, onTryAgain }: UnknownProps) {
	if (isMissing) return <p className="text-text-2">{texts.unknown}</p>;
	return isFailing ? <CheckFailed onTryAgain={onTryAgain} /> : <Skeleton className="h-20 w-full" />;
}

function CheckFailed({ onTryAgain }: Pick<UnknownProps, 'onTryAgain'>) {
	return (
		<ErrorWithRetry
			layout="line"
			message={check.failed}
			retryLabel={check.tryAgain}
			onRetry={onTryAgain}
			className="mt-3"
		/>
	);
}

function RunState({ job }: { readonly job: AttributeJob }) {
	const { status, progress, processedImages, totalImages, errorMessage } = job;
	const draft = useAttributesDraft();
	const leftS = useSecondsLeft(job);
	const processed = texts.processedOf(processedImages, totalImages);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-3">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<h3 className="min-w-0 font-semibold wrap-anywhere text-text">{getRunTitle(job)}</h3>
				<span role="status">
					<StatusBadge status={status}>{getStatusLabel(status)}</StatusBadge>
				</span>
				<p className="figures ml-auto text-sm text-text-2">
					<span className="text-text-3">{texts.processed} </span>
					{processed}
				</p>
				{leftS === null ? null : <p className="figures text-sm text-text-2">{texts.left(formatDuration(leftS))}</p>}
			</div>
			<ProgressBar label={texts.title} percent={progress} valueText={`${progress}%, ${processed}`} />
			{status === 'failed' ? (
				<p role="alert" className="rounded-md border border-ember-text p-3 text-text">
					{errorMessage ?? start.failed}
				</p>
			) : errorMessage === null ? null : (
				<p className="text-sm text-warn">{errorMessage}</p>
			)}
			{hasChangedSince(draft, job.id) ? <p className="text-sm text-warn">{texts.changed}</p> : null}
			<div className="flex flex-wrap items-center gap-3">
				{status === 'completed' ? (
					<>
						<SaveArchiveButton
							url={job.downloadUrl}
							fileName={`nft-attributes-${job.id}.zip`}
							label={download.button}
							busyLabel={download.downloading}
							texts={download}
							toReason={(error) => getExplanation(error, download.failed)}
						/>
						<Link to="/collections/$collectionId/rarity" params={{ collectionId: job.id }} className={buttonClass()}>
							<Gem aria-hidden className="size-4" />
							{texts.rarityAndExport}
						</Link>
					</>
				) : null}
				<RunSeed seed={job.seed} />
			</div>
		</div>
	);
}

function RunSeed({ seed }: { readonly seed: string }) {
	const draft = useAttributesDraft();
	return (
		<p className="flex min-w-0 flex-wrap items-center gap-2 text-sm text-text-2">
			<span>
				{texts.seed}
				<code className="ml-2 font-mono break-all text-text">{seed}</code>
			</span>
			{draft.seed.trim() === seed ? null : (
				<Button
					size="small"
					tone="ghost"
					icon={<Sprout aria-hidden className="size-4" />}
					onClick={() => {
						changeDraft({ seed });
						showToast({ title: texts.seedUsed, description: seed });
					}}
				>
					{texts.useSeed}
				</Button>
			)}
		</p>
	);
}

import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Pager } from '@adx/ui/navigation/pager';
import type { MintChain } from '@adx/validators/minted-token';
import { useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { batchTexts } from './batch/batch-texts.ts';
import type { BatchSelection } from './batch/use-batch-selection.ts';
import { type FindOtherChain, type Mints, useDrawnImages } from './mint-queries.ts';
import { isMintOpen } from './mint-status.ts';
import { mintTexts as texts } from './mint-texts.ts';
import { MintTile } from './mint-tile.tsx';

/** The number of images shown at a time. */
const shownImages = 6;

export interface MintJobProps {
	readonly job: Job;
	readonly mints: Mints;
	readonly findOtherChain: FindOtherChain;
	readonly chain: MintChain;
	/** The id of the sentence that says where to connect a wallet; null once one is connected. */
	readonly connectHintId: string | null;
	readonly onMint: (image: JobImage) => void;
	/** Null where several cannot be minted together. */
	readonly selection: BatchSelection | null;
}

/** A collection with a few of its images at a time. */
export function MintableCollection(props: MintJobProps) {
	const { job, mints, findOtherChain, chain, connectHintId, onMint, selection } = props;
	const [page, setPage] = useState(0);
	const { data: images, error, refetch } = useDrawnImages(job.id, page * shownImages, shownImages);
	const title = texts.collection(job.projectName, job.number);
	const pageCount = Math.ceil(job.totalImages / shownImages);
	const open = (images ?? []).filter(({ id }) => isMintOpen(mints.get(id)?.status ?? 'none'));
	return (
		<section aria-label={texts.job(title)} className="min-w-0">
			<div className="mb-2 flex flex-wrap items-center justify-between gap-2">
				<h3 className="min-w-0 truncate font-semibold text-text">{title}</h3>
				{selection !== null && connectHintId === null && open.length > 1 ? (
					<Button size="small" tone="ghost" onClick={() => selection.set(open, true)}>
						{batchTexts.selectShown}
					</Button>
				) : null}
			</div>
			{images === undefined && error !== null ? (
				<ErrorWithRetry message={error.message} retryLabel={texts.section.tryAgain} onRetry={refetch} />
			) : (
				<ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
					{images === undefined
						? Array.from({ length: Math.min(job.totalImages, shownImages) }, (_, place) => (
								<li key={place}>
									<Skeleton className="aspect-square w-full rounded-md!" />
								</li>
							))
						: images.map((image) => (
								<li key={image.id} className="min-w-0">
									<MintTile
										image={image}
										mint={mints.get(image.id) ?? null}
										otherChain={findOtherChain(image.id)}
										chain={chain}
										connectHintId={connectHintId}
										onMint={onMint}
										selection={selection}
									/>
								</li>
							))}
				</ul>
			)}
			{pageCount > 1 ? (
				<div className="mt-3">
					<Pager itemsLabel={texts.images(title)} page={page} pageCount={pageCount} onPage={setPage} />
				</div>
			) : null}
		</section>
	);
}

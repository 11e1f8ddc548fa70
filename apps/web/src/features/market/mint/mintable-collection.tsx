import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Pager } from '@adx/ui/navigation/pager';
import type { MintChain } from '@adx/validators/minted-token';
import { useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { type Mints, useDrawnImages } from './mint-queries.ts';
import { mintTexts as texts } from './mint-texts.ts';
import { MintTile } from './mint-tile.tsx';

/** The number of images shown at a time. */
const shownImages = 6;

export interface MintJobProps {
	readonly job: Job;
	readonly mints: Mints;
	readonly chain: MintChain;
	/** The id of the sentence that says where to connect a wallet; null once one is connected. */
	readonly connectHintId: string | null;
	readonly onMint: (image: JobImage) => void;
}

/** A collection with a few of its images at a time. */
export function MintableCollection({ job, mints, chain, connectHintId, onMint }: MintJobProps) {
	const [page, setPage] = useState(0);
	const { data: images, error, refetch } = useDrawnImages(job.id, page * shownImages, shownImages);
	const title = texts.collection(job.projectName, job.number);
	const pageCount = Math.ceil(job.totalImages / shownImages);
	return (
		<section aria-label={texts.job(title)} className="min-w-0">
			<h3 className="mb-2 truncate font-semibold text-text">{title}</h3>
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
										chain={chain}
										connectHintId={connectHintId}
										onMint={onMint}
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

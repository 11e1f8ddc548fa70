import { CopyField } from '@adx/ui/controls/copy-field';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import type { MergeJob } from '@adx/validators/merge';
import { SaveArchiveButton } from '../../../lib/files/save-archive-button.tsx';
import { previewUrl } from '../../../lib/images/preview-url.ts';
import { MintAndList } from '../../market/listing/mint-and-list.tsx';
import { getArchiveFileName } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { MergeGallerySettings } from './merge-gallery-settings.tsx';
import { useMergeDetail, useMergeFailure, useUpdateMerge } from './merge-queries.ts';

const { progress: texts, download: downloadTexts } = mergerTexts;

/** What can be done with a finished merge. */
export function CompletedMerge({ job }: { readonly job: MergeJob }) {
	const { update } = useUpdateMerge();
	const takeFailure = useMergeFailure();
	return (
		<>
			<div className="grid gap-3">
				<SaveArchiveButton
					url={job.downloadUrl}
					fileName={getArchiveFileName(job.projectName)}
					label={texts.download}
					busyLabel={texts.downloading}
					size="large"
					texts={downloadTexts}
					toReason={(error) => takeFailure(error, toRefusal(error))}
				/>
				<MintAndList job={job} saveListing={update} />
			</div>
			<FirstImages job={job} />
			{job.provenance === null ? null : <CopyField label={texts.provenance} value={job.provenance} />}
			<MergeGallerySettings job={job} />
		</>
	);
}

function FirstImages({ job }: { readonly job: MergeJob }) {
	const { data } = useMergeDetail(job);
	const shown = data?.mergedImages.slice(0, 8) ?? [];
	if (shown.length === 0) return null;
	return (
		<ul aria-label={texts.firstImages} className="grid grid-cols-4 gap-2">
			{shown.map(({ tokenNumber, name, imageUrl }) => (
				<li key={tokenNumber} className="min-w-0">
					<ImageWithFallback
						isLazy
						url={previewUrl(imageUrl, '200')}
						alt={name}
						className="aspect-square w-full rounded-sm bg-surface-3 object-contain"
					/>
				</li>
			))}
		</ul>
	);
}

/** What the server said, where it said anything. */
const toRefusal = (error: unknown) =>
	error instanceof Error && !(error instanceof TypeError) && error.message !== ''
		? error.message
		: downloadTexts.failed;

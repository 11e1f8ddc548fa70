import { Button } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { showToast } from '@adx/ui/feedback/toast-store';
import type { MergeJob } from '@adx/validators/merge';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveUrl } from '../../../lib/files/save-file.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { MintAndList } from '../../market/listing/mint-and-list.tsx';
import { getArchiveFileName } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';
import { MergeGallerySettings } from './merge-gallery-settings.tsx';
import { useMergeDetail, useUpdateMerge } from './merge-queries.ts';

const { progress: texts, download: downloadTexts } = mergerTexts;

/** What can be done with a finished merge. */
export function CompletedMerge({ job }: { readonly job: MergeJob }) {
	const [isSaving, setSaving] = useState(false);
	const { update } = useUpdateMerge();
	const once = useSingleFlight();

	async function download() {
		if (!once.tryStart()) return;
		setSaving(true);
		await saveMerge(job);
		setSaving(false);
		once.finish();
	}

	return (
		<>
			<div className="grid gap-3">
				<Button
					tone="primary"
					size="large"
					busyText={isSaving ? texts.downloading : undefined}
					icon={<Download aria-hidden className="size-5" />}
					onClick={() => void download()}
				>
					{texts.download}
				</Button>
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
					<img
						src={`${imageUrl}?size=200`}
						alt={name}
						loading="lazy"
						className="aspect-square w-full rounded-sm bg-surface-3 object-cover"
					/>
				</li>
			))}
		</ul>
	);
}

/**
 * Has the browser fetch a merge's archive, straight to disk. The first byte is asked for before, so that a refusal is a
 * sentence and no broken file.
 */
async function saveMerge({ downloadUrl, projectName }: MergeJob): Promise<void> {
	if (downloadUrl === null) {
		showToast({ title: downloadTexts.errorTitle, description: downloadTexts.noUrl, tone: 'destructive' });
		return;
	}
	try {
		await saveUrl(downloadUrl, getArchiveFileName(projectName));
	} catch (error) {
		const isServerRefusal = error instanceof Error && !(error instanceof TypeError) && error.message !== '';
		const description = isServerRefusal ? error.message : downloadTexts.failed;
		showToast({ title: downloadTexts.failedTitle, description, tone: 'destructive' });
		return;
	}
	showToast({ title: downloadTexts.started, description: getArchiveFileName(projectName), tone: 'success' });
}

import { showToast } from '@adx/ui/feedback/toast-store';
import type { MergeJob } from '@adx/validators/merge';
import { saveAddress } from '../../../lib/files/save-file.ts';
import { archiveFileName } from '../merge-summary.ts';
import { mergerTexts } from '../merger-texts.ts';

const texts = mergerTexts.download;

/**
 * Has the browser fetch a merge's archive, straight to disk. The first byte is asked for before, so that a refusal is a
 * sentence and no broken file.
 */
export async function saveMerge({ downloadUrl, projectName }: MergeJob): Promise<void> {
	if (downloadUrl === null) {
		showToast({ title: texts.errorTitle, description: texts.noUrl, tone: 'destructive' });
		return;
	}
	try {
		await saveAddress(downloadUrl, archiveFileName(projectName));
	} catch (error) {
		const isAnswered = error instanceof Error && !(error instanceof TypeError) && error.message !== '';
		const description = isAnswered ? error.message : texts.failed;
		showToast({ title: texts.failedTitle, description, tone: 'destructive' });
		return;
	}
	showToast({ title: texts.started, description: archiveFileName(projectName), tone: 'success' });
}

import { showToast } from '@adx/ui/feedback/toast-store';
import type { MergeJob } from '@adx/validators/merge';
import { saveUrl } from '../../../lib/files/save-file.ts';
import { getArchiveFileName } from '../merge-summary.ts';
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
		await saveUrl(downloadUrl, getArchiveFileName(projectName));
	} catch (error) {
		const isServerRefusal = error instanceof Error && !(error instanceof TypeError) && error.message !== '';
		const description = isServerRefusal ? error.message : texts.failed;
		showToast({ title: texts.failedTitle, description, tone: 'destructive' });
		return;
	}
	showToast({ title: texts.started, description: getArchiveFileName(projectName), tone: 'success' });
}

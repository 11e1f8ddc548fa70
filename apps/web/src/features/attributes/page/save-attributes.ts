import { showToast } from '@adx/ui/feedback/toast-store';
import type { AttributeJob } from '@adx/validators/attributes';
import { saveUrl } from '../../../lib/files/save-file.ts';
import { attributeTexts } from '../attributes-texts.ts';

const texts = attributeTexts.download;

/** Has the browser save a run's files as 'nft-attributes-{id}.zip', and tells what came of it. */
export async function saveAttributes({ id, downloadUrl }: Pick<AttributeJob, 'id' | 'downloadUrl'>): Promise<void> {
	if (downloadUrl === null) {
		showToast({ title: texts.errorTitle, description: texts.noUrl, tone: 'destructive' });
		return;
	}
	const fileName = `nft-attributes-${id}.zip`;
	try {
		await saveUrl(downloadUrl, fileName);
	} catch {
		showToast({ title: texts.failedTitle, description: texts.failed, tone: 'destructive' });
		return;
	}
	showToast({ title: texts.started, description: fileName, tone: 'success' });
}

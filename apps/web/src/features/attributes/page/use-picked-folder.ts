import { showToast } from '@adx/ui/feedback/toast-store';
import { useState } from 'react';
import { getZipName, type PickedFiles } from '../../../lib/files/picked-files.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { attributesClient } from '../worker/attributes-client.ts';

const texts = attributeTexts.pickErrors;

async function readPicked(picking: Promise<PickedFiles>): Promise<void> {
	const { folderFiles, zips, looseFiles, emptyFolders } = await attributesClient.list(picking);
	const files = [...folderFiles, ...looseFiles];
	const [zip, ...moreZips] = zips;
	if (moreZips.length > 0 || (zip !== undefined && files.length > 0)) throw new Error(texts.several);
	if (files.length > 0) await attributesClient.pick(files, null);
	else if (zip !== undefined) await attributesClient.pick([{ path: zip.name, blob: zip }], getZipName(zip));
	// What else was picked is read all the same.
	if (emptyFolders.length > 0) throw new Error(texts.emptyFolders(emptyFolders));
}

/** Takes the folder, the archive or the files that were picked or dropped. */
export function usePickedFolder() {
	const [problem, setProblem] = useState<string | null>(null);
	return {
		/** What was wrong with the last pick; null once another begins. */
		problem,
		forget: () => setProblem(null),
		take(picking: Promise<PickedFiles>): void {
			setProblem(null);
			readPicked(picking).catch((error: unknown) => {
				const description = (error instanceof Error && error.message) || texts.unknown;
				setProblem(description);
				showToast({ title: texts.title, description, tone: 'destructive' });
			});
		},
	};
}

import { showToast } from '@adx/ui/feedback/toast-store';
import { useState } from 'react';
import { getZipName, isImageFile, type PickedFile, type PickedFiles } from '../../../lib/files/picked-files.ts';
import { readImageHeader } from '../../../lib/images/image-header.ts';
import { mergerTexts } from '../merger-texts.ts';
import type { PickResult } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { notifyAdded } from './add-archive.ts';

const { pickErrors, added: addedTexts } = mergerTexts;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

const failedText = (how: 'files' | 'folder', message: string) =>
	how === 'files' || message === '' ? pickErrors.files : pickErrors.folder(message);

/**
 * What failed of several, an archive's under its name; '' where nothing is known of any, null where nothing failed. Empty
 * folders are named among failures, and are one where nothing else was picked.
 */
function getFailureMessage(
	settled: readonly PromiseSettledResult<PickResult>[],
	{ zips, emptyFolders }: PickedFiles,
): string | null {
	const failed = settled.flatMap((one, place) => {
		if (one.status === 'fulfilled') return [];
		const message = messageOf(one.reason);
		const zip = zips[place];
		return [zip === undefined || message === '' ? message : pickErrors.inZip(zip.name, message)];
	});
	const isFailure = failed.length > 0 || settled.length === 0;
	if (isFailure && emptyFolders.length > 0) failed.push(`${addedTexts.emptyFolders(emptyFolders)}.`);
	return failed.length === 0 ? null : failed.filter((message) => message !== '').join(' ');
}

/** A picture says so within that, whatever its camera has written before. */
const headerMaxBytes = 1_000_000;

/** Whether any of the files is a picture by its bytes, too, not only by its name; those up to the first one are read. */
async function hasPicture(files: readonly PickedFile[]): Promise<boolean> {
	for (const { blob } of files.filter(isImageFile)) {
		// What cannot be read may be one, and is told of as its collection is read.
		const bytes = await blob
			.slice(0, headerMaxBytes)
			.arrayBuffer()
			.catch(() => null);
		if (bytes === null || readImageHeader(new Uint8Array(bytes)) !== null) return true;
	}
	return false;
}

/** Takes what was picked or dropped; loose files wait for a name first. */
export function usePickedCollections() {
	const [unnamed, setUnnamed] = useState<readonly PickedFile[] | null>(null);
	const [problem, setProblem] = useState<string | null>(null);

	function notifyFailed(how: 'files' | 'folder', message: string): void {
		const description = failedText(how, message);
		setProblem(how === 'files' && message !== '' ? pickErrors.filesBecause(message) : description);
		showToast({ title: pickErrors.title, description, tone: 'destructive' });
	}

	async function takeFolders(picked: PickedFiles): Promise<void> {
		const { folderFiles, zips, emptyFolders } = picked;
		const work: Promise<PickResult>[] = zips.map((zip) =>
			mergerClient.pick({ how: 'zip', name: getZipName(zip) }, [{ path: zip.name, blob: zip }]),
		);
		if (folderFiles.length > 0) work.push(mergerClient.pick({ how: 'folder' }, folderFiles));
		const settled = await Promise.allSettled(work);
		const results = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
		const failed = getFailureMessage(settled, picked);
		// At most one toast is on show: what failed matters more.
		if (failed !== null) notifyFailed('folder', failed);
		else
			notifyAdded(
				{
					added: results.flatMap(({ added }) => added),
					continued: results.flatMap(({ continued }) => continued),
					unusedFolders: results.flatMap(({ unusedFolders }) => unusedFolders),
				},
				emptyFolders,
			);
	}

	async function addPicked(picked: PickedFiles | Promise<PickedFiles>): Promise<void> {
		const found = await picked;
		// Nobody is asked to name what no collection can be made of.
		if (await hasPicture(found.looseFiles)) setUnnamed(found.looseFiles);
		else if (found.looseFiles.length > 0)
			notifyFailed('files', pickErrors.notPictures(found.looseFiles.map(({ path }) => path)));
		await takeFolders(found);
	}

	return {
		unnamed,
		/** What failed of the last pick; null once another begins. */
		problem,
		async take(picked: PickedFiles | Promise<PickedFiles>) {
			setProblem(null);
			try {
				// The browser may list a large drop for seconds, in which the page must not say that nothing was added.
				await mergerClient.showReading(addPicked(picked));
			} catch (error) {
				notifyFailed('folder', messageOf(error));
			}
		},
		/** Nothing of the loose files is kept. */
		cancel: () => setUnnamed(null),
		async name(name: string, description: string) {
			const files = unnamed ?? [];
			setUnnamed(null);
			setProblem(null);
			try {
				notifyAdded(await mergerClient.pick({ how: 'files', name, description }, files));
			} catch (error) {
				notifyFailed('files', messageOf(error));
			}
		},
	};
}

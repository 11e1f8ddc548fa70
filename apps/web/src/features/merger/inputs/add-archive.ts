import { showToast } from '@adx/ui/feedback/toast-store';
import { mergerTexts } from '../merger-texts.ts';
import type { PickResult } from '../merger-views.ts';
import { mergerClient } from '../worker/merger-client.ts';

const { added: addedTexts } = mergerTexts;

/** Adds a collection that came from the server as an archive, and says so with `remark`. Rejects with what is wrong with all of it. */
export async function addArchive(name: string, archive: Blob, origin: string, remark: string | null): Promise<void> {
	// A collection is named by the folder it lies in, and a name may hold what parts folders.
	const folder = name.replaceAll('/', '-');
	const files = [{ path: `${folder}.zip`, blob: archive }];
	notifyAdded(await mergerClient.pick({ how: 'zip', name: folder, origin }, files), [], remark);
}

/** Says what came of a pick, and which of its folders hold no file at all. */
export function notifyAdded(
	{ added, continued, unusedFolders }: PickResult,
	emptyFolders: readonly string[] = [],
	remark: string | null = null,
): void {
	const imageCount = added.reduce((sum, collection) => sum + collection.imageCount, 0);
	const [first] = added;
	const going = continued.map(addedTexts.continuedText);
	if (first === undefined && going.length === 0) return;
	const title = added.length + continued.length > 1 ? addedTexts.several : addedTexts.one;
	const messages =
		first === undefined
			? []
			: [
					added.length === 1
						? addedTexts.oneText(first.name, imageCount)
						: addedTexts.severalText(added.length, imageCount),
				];
	const unused = unusedFolders.length === 0 ? [] : [addedTexts.unusedFolders(unusedFolders)];
	const empty = emptyFolders.length === 0 ? [] : [addedTexts.emptyFolders(emptyFolders)];
	const remarks = remark === null ? [] : [remark];
	showToast({
		title,
		description: [...messages, ...going, ...unused, ...empty, ...remarks].join('. '),
		tone: 'success',
	});
}

import { expose } from 'comlink';
import { getUnreachedMessage, readErrorMessage } from '../../../lib/api/error-messages.ts';
import { readZip } from '../../../lib/files/read-zip.ts';
import { decodeImage } from '../../../lib/images/decode-image.ts';
import { AttributesWorkerService } from './attributes-worker-service.ts';
import { openFolderStore } from './folder-store.ts';

/** Twice the size that the table shows, for sharp screens. */
const thumbnailWidthPx = 80;

/** Hands a folder's list to the server, under its hash. Rejects with a sentence. */
async function sendList(sha256: string, document: Blob): Promise<void> {
	let response: Response;
	try {
		response = await fetch(`/api/uploads/${sha256}?as=folder`, {
			method: 'PUT',
			headers: { 'Content-Type': 'application/octet-stream' },
			body: document,
			credentials: 'include',
		});
	} catch {
		throw new Error(getUnreachedMessage());
	}
	if (!response.ok) throw new Error(await readErrorMessage(response));
	await response.body?.cancel();
}

/** A small picture of an image file; null where this browser sees none. */
const drawSmall = (file: Blob) =>
	createImageBitmap(file, { resizeWidth: thumbnailWidthPx, resizeQuality: 'medium' }).catch(() => null);

expose(new AttributesWorkerService({ store: openFolderStore(), sendList, readZip, drawSmall, readImage: decodeImage }));

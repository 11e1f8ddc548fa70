import { referenceMaxBytes } from '@adx/validators/limits';
import { getUnreachedMessage, readErrorMessage } from '../../../lib/api/error-messages.ts';
import { hashContent } from '../../../lib/files/content-hash.ts';
import { decodeImage } from '../../../lib/images/decode-image.ts';
import type { OrderReference } from '../form/form-schema.ts';

/** Where pictures that were uploaded since the page was loaded are shown from, by their hash. */
const shownFrom = new Map<string, string>();

/** Where the picture is shown from, small for one that was uploaded before the page was loaded again; null for nowhere. */
export const getReferenceUrl = ({ sha256, preview }: OrderReference): string | null =>
	shownFrom.get(sha256) ?? preview ?? null;

/** Sends a picture to the server under the hash of its bytes. Rejects with a sentence in which the file is named. */
export async function uploadReference(file: File): Promise<OrderReference> {
	const fail = (why: string) => new Error(`‘${file.name}’ was not added. ${why}`);
	if (file.size > referenceMaxBytes) throw fail(`A reference may have ${referenceMaxBytes / 1e6} MB. Save it smaller.`);
	const bytes = await file.arrayBuffer().catch(() => {
		throw fail('It could not be read.');
	});
	const sha256 = await hashContent(new Uint8Array(bytes));
	const response = await fetch(`/api/uploads/${sha256}?as=reference`, {
		method: 'PUT',
		credentials: 'include',
		headers: { 'Content-Type': 'application/octet-stream' },
		body: bytes,
	}).catch(() => {
		throw fail(getUnreachedMessage());
	});
	if (!response.ok) throw fail(await readErrorMessage(response));
	await response.body?.cancel();
	if (!shownFrom.has(sha256)) shownFrom.set(sha256, URL.createObjectURL(file));
	const preview = await readPreview(new Uint8Array(bytes));
	return { sha256, name: file.name, ...(preview === null ? {} : { preview }) };
}

/** The picture made small, as text; null where this browser cannot make one. */
async function readPreview(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
	const { mime, preview } = await decodeImage(bytes, true).catch(() => ({ mime: null, preview: null }));
	if (mime === null || preview === null) return null;
	return new Promise((resolve) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => resolve(null);
		reader.readAsDataURL(preview);
	});
}

import { referenceMaxBytes } from '@adx/validators/limits';
import { getUnreachedMessage, readErrorMessage } from '../../../lib/api/error-messages.ts';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { OrderReference } from '../form/form-schema.ts';

/** Where pictures that were uploaded on this visit are shown from, by their hash. */
const shownFrom = new Map<string, string>();

/** An address of the picture within this page; null for one that was not uploaded on this visit. */
export const getReferenceUrl = ({ sha256 }: OrderReference): string | null => shownFrom.get(sha256) ?? null;

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
	return { sha256, name: file.name };
}

import { getUnreachedMessage, readErrorMessage } from '../../../lib/api/error-messages.ts';

/** Hands a folder's list to the server, under its hash. Rejects with a sentence. */
export async function sendList(sha256: string, document: Blob): Promise<void> {
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

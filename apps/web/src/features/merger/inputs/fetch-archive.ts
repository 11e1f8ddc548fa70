import { getErrorMessage, readErrorMessage } from '../../../lib/api/error-messages.ts';

/**
 * An archive as its owner would download it. Rejects with a sentence when the server refuses, is not reached, or the
 * connection ends.
 */
export async function fetchArchive(
	url: string,
	signal: AbortSignal,
	/** Gets 0..100, each whole number once at most. */
	onPercent: (percent: number) => void,
): Promise<Blob> {
	const answer = await fetch(url, { credentials: 'include', signal }).catch(rethrowUnreachable);
	if (!answer.ok) throw new Error(await readErrorMessage(answer));
	if (answer.body === null) return answer.blob();
	const totalBytes = Number(answer.headers.get('content-length') ?? 0);
	let arrivedBytes = 0;
	let reportedPercent = 0;
	const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
		transform(chunk, controller) {
			arrivedBytes += chunk.length;
			const percent = totalBytes === 0 ? 0 : Math.floor((arrivedBytes / totalBytes) * 100);
			if (percent > reportedPercent) {
				reportedPercent = percent;
				onPercent(percent);
			}
			controller.enqueue(chunk);
		},
	});
	// The browser gathers it, on disk where it is large.
	return new Response(answer.body.pipeThrough(counter)).blob().catch(rethrowUnreachable);
}

/** A browser's own words on a network that failed say nothing to anybody. */
function rethrowUnreachable(error: unknown): never {
	throw error instanceof TypeError ? new Error(getErrorMessage(503, '')) : error;
}

import { readErrorMessage } from '../../../lib/api/error-messages.ts';

export interface JobArchiveOptions {
	/** Gets 0..100, each whole number once at most. */
	readonly onPercent: (percent: number) => void;
	readonly signal: AbortSignal;
}

/**
 * The archive of a job's collection, as its owner would download it. Rejects with a sentence when the server refuses or the
 * connection ends.
 */
export async function fetchJobArchive(jobId: string, { onPercent, signal }: JobArchiveOptions): Promise<Blob> {
	const answer = await fetch(`/api/generate/${jobId}/zip`, { credentials: 'include', signal });
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
	return new Response(answer.body.pipeThrough(counter)).blob();
}

import { useEffect, useEffectEvent, useState } from 'react';
import { readErrorMessage } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { mergerTexts } from '../merger-texts.ts';

/** A job's collection on its way into the merger. */
export interface ImportedJob {
	/** Null until it is known. */
	readonly name: string | null;
	readonly percent: number;
	/** Why it did not come; null while it is on its way. */
	readonly problem: string | null;
	readonly tryAgain: () => void;
	/** Leaves it where it is. */
	readonly giveUp: () => void;
}

export interface ImportedJobOptions {
	/** Null for none. */
	readonly jobId: string | null;
	readonly onFetched: (name: string, archive: Blob) => void;
	/** It has been handed over. */
	readonly onDone: () => void;
	/** It is not wanted any more. */
	readonly onGiveUp: () => void;
}

interface Progress {
	readonly name: string | null;
	readonly percent: number;
	readonly problem: string | null;
}

const started: Progress = { name: null, percent: 0, problem: null };

/** Fetches the archive of a job, once, as long as somebody looks at the page; null while there is none to fetch. */
export function useImportedJob({ jobId, onFetched, onDone, onGiveUp }: ImportedJobOptions): ImportedJob | null {
	const utils = trpc.useUtils();
	const [tries, setTries] = useState(1);
	const [progress, setProgress] = useState(started);

	const bring = useEffectEvent(async (id: string, signal: AbortSignal) => {
		const update = (changes: Partial<Progress>) => {
			if (!signal.aborted) setProgress((before) => ({ ...before, ...changes }));
		};
		setProgress(started);
		try {
			const { projectName, number } = await utils.client.generation.get.query({ jobId: id }, { signal });
			const name = projectName || mergerTexts.imported.unnamed(number);
			update({ name });
			const archive = await fetchJobArchive(id, signal, (percent) => update({ percent }));
			if (signal.aborted) return;
			onFetched(name, archive);
			onDone();
		} catch (error) {
			update({ problem: error instanceof Error ? error.message : String(error) });
		}
	});
	useEffect(() => {
		if (jobId === null) return;
		const stop = new AbortController();
		void bring(jobId, stop.signal);
		return () => stop.abort();
	}, [jobId, tries]);

	if (jobId === null) return null;
	return { ...progress, tryAgain: () => setTries(tries + 1), giveUp: onGiveUp };
}

/**
 * The archive of a job's collection, as its owner would download it. Rejects with a sentence when the server refuses or the
 * connection ends.
 */
async function fetchJobArchive(
	jobId: string,
	signal: AbortSignal,
	/** Gets 0..100, each whole number once at most. */
	onPercent: (percent: number) => void,
): Promise<Blob> {
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

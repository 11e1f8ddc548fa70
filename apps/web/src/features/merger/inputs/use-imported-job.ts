import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { mergerTexts } from '../merger-texts.ts';
import { fetchJobArchive } from './fetch-job-archive.ts';

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
			const name = projectName || mergerTexts.brought.unnamed(number);
			update({ name });
			const archive = await fetchJobArchive(id, { onPercent: (percent) => update({ percent }), signal });
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

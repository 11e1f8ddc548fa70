import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from './save-file.ts';
import type { ZipProgressHandlers } from './zip-images.ts';

/** How many pictures have come, out of all. */
export interface ZipProgress {
	readonly fetched: number;
	readonly count: number;
}

export interface SaveZipRequest {
	/** Pictures in the archive. */
	readonly count: number;
	readonly createZip: (work: ZipProgressHandlers) => Promise<File>;
	readonly onSaved: () => void;
}

/** Makes and saves an archive, one at a time; leaving the page or cancelling stops it. */
export function useSaveZip() {
	const [progress, setProgress] = useState<ZipProgress | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const work = useRef<AbortController | null>(null);
	// A mutation, so that a refusal has the session checked.
	const { mutateAsync: create } = useMutation({ mutationFn: (start: () => Promise<File>) => start() });
	useEffect(() => () => work.current?.abort(), []);
	return {
		/** Null while nothing is being saved. */
		progress,
		/** Why the last one was not saved; gone with the next try. */
		problem,
		cancel: () => work.current?.abort(),
		async save({ count, createZip, onSaved }: SaveZipRequest) {
			if (work.current !== null) return;
			const stop = new AbortController();
			work.current = stop;
			setProblem(null);
			const onFetched = (fetched: number) => setProgress({ fetched, count });
			onFetched(0);
			try {
				saveFile(await create(() => createZip({ onFetched, signal: stop.signal })));
				onSaved();
			} catch (error) {
				if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
			} finally {
				work.current = null;
				setProgress(null);
			}
		},
	};
}

import type { AttributeJob } from '@adx/validators/attributes';
import { useEffect, useState } from 'react';
import { getRunSecondsLeft, type RunSample } from './run-status.ts';

interface Watch {
	readonly jobId: string;
	readonly first: RunSample;
	readonly last: RunSample;
}

/** Seconds a run still takes, as fast as it has been since it was first seen; null while that is not known. */
export function useSecondsLeft({ id, status, processedImages, totalImages }: AttributeJob): number | null {
	const [watch, setWatch] = useState<Watch | null>(null);
	useEffect(() => {
		const now = { processedImages, atMs: Date.now() };
		setWatch((before) => {
			const isSame = before?.jobId === id && before.last.processedImages <= processedImages;
			return { jobId: id, first: isSame ? before.first : now, last: now };
		});
	}, [id, processedImages]);
	if (status !== 'processing' || watch?.jobId !== id) return null;
	return getRunSecondsLeft(watch.first, watch.last, totalImages);
}

import type { AttributeJob } from '@adx/validators/attributes';
import { useEffect, useState } from 'react';

/** How many images of a run were done at a moment. */
interface RunSample {
	readonly processedImages: number;
	readonly atMs: number;
}

/** Seconds a run still takes at the rate between two moments; null where that says nothing. */
export function getRunSecondsLeft(first: RunSample, last: RunSample, totalImages: number): number | null {
	const done = last.processedImages - first.processedImages;
	const left = totalImages - last.processedImages;
	const tookMs = last.atMs - first.atMs;
	return done <= 0 || left <= 0 || tookMs <= 0 ? null : (left * tookMs) / done / 1_000;
}

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

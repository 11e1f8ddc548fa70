import type { Job } from '../../../lib/api/trpc.ts';
import type { EngineServiceFacts } from '../../jobs/actions/order-price.ts';

/** What the newest collection that fits has taken, without the time it stood still; null when there is none. */
function measure(jobs: readonly Job[], fits: (job: Job) => boolean): { tookS: number; images: number } | null {
	for (const job of jobs) {
		const { startedAt, completedAt, idleMs, totalImages } = job;
		if (startedAt === null || completedAt === null || totalImages === 0 || !fits(job)) continue;
		const tookS = (completedAt.getTime() - startedAt.getTime() - idleMs) / 1_000;
		return { tookS: Math.max(0, tookS), images: totalImages };
	}
	return null;
}

export interface ServiceOrder {
	readonly service: EngineServiceFacts;
	readonly model: string;
	readonly images: number;
	/** The caller's collections, newest first. */
	readonly jobs: readonly Job[];
}

/**
 * About how long an engine's service takes: the first call by itself, then some at a time, and never more a minute than the key may. A
 * call takes what it took in the newest collection of that model, else what is reported of it.
 */
export function estimateServiceSeconds({ service, model, images, jobs }: ServiceOrder): number {
	if (images === 0) return 0;
	const { ratePerMinute, callsAtOnce, models } = service;
	// One that the server does not list takes about what the listed ones do.
	const reportedS = (models.find(({ name }) => name === model) ?? models[0])?.callSeconds ?? 0;
	const measured = measure(jobs, (job) => job.model === model && job.phase === 'done');
	const callS = measured === null ? reportedS : measured.tookS / (1 + (measured.images - 1) / callsAtOnce);
	return callS + (images - 1) * Math.max(60 / ratePerMinute, callS / callsAtOnce);
}

/** How long an engine of this server takes, by the newest collection it finished; null when there is none. */
export function estimateForgeSeconds(
	jobs: readonly Job[],
	images: number,
	engine: Job['engine'] = 'forge',
): number | null {
	const measured = measure(jobs, (job) => job.engine === engine);
	return measured === null ? null : (measured.tookS / measured.images) * images;
}

/** '~30 s', '~5 min', '~16 h 40 min' */
export function formatDurationEstimate(seconds: number): string {
	if (seconds < 90) return `~${Math.max(1, Math.round(seconds))} s`;
	const minutes = Math.round(seconds / 60);
	if (minutes < 90) return `~${minutes} min`;
	const rest = minutes % 60;
	return `~${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

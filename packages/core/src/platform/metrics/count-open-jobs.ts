import { listOpenJobs, openJobQueries } from '@adx/db/repositories/platform/open-jobs';
import type { Services } from '../context.ts';
import type { JobQueueName } from '../jobs/queue.ts';

/** One for each queue, so that the compiler asks for what a new one has open. */
const subjects = Object.keys(openJobQueries satisfies Readonly<Record<JobQueueName | 'generation', unknown>>);

/** Reads the gauges of open jobs from the database; rejects when it is away. */
export async function countOpenJobs({ db, clock, metrics }: Pick<Services, 'db' | 'clock' | 'metrics'>): Promise<void> {
	const rows = await listOpenJobs(db);
	const { openJobs, oldestOpenJob } = metrics;
	openJobs.reset();
	for (const subject of subjects) oldestOpenJob.set({ subject }, 0);
	const oldest = new Map<string, number>();
	for (const { subject, phase, count, oldestAt } of rows) {
		openJobs.set({ subject, phase }, count);
		const ageSeconds = Math.max(0, (clock().getTime() - oldestAt.getTime()) / 1_000);
		oldest.set(subject, Math.max(ageSeconds, oldest.get(subject) ?? 0));
	}
	for (const [subject, ageSeconds] of oldest) oldestOpenJob.set({ subject }, ageSeconds);
}

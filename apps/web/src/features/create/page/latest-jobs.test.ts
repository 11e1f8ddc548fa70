import { describe, expect, test } from 'vitest';
import { createJob, runningJob } from '../../../test/fixtures.ts';
import { formatShowAll, getLatestJobs, getVisibleJobId } from './latest-jobs.ts';

describe('which jobs are shown', () => {
	const jobs = [
		runningJob(8),
		...[7, 6, 5, 4, 3, 2].map((number) => createJob(number)),
		createJob(1, { status: 'failed' }),
	];

	test('the latest five that are completed or generating (PREV-01)', () => {
		const { latest, total } = getLatestJobs(jobs);
		expect(latest.map((job) => job.number)).toEqual([8, 7, 6, 5, 4]);
		expect(total).toBe(7);
	});

	test('all of them are more than that total, by those that are named', () => {
		expect(formatShowAll(jobs.slice(0, 7))).toBe('Show all 7');
		const waiting = [10, 9].map((number) => runningJob(number, { status: 'pending', phase: 'queued' }));
		const failed = createJob(1, { status: 'failed', phase: 'failed' });
		expect(formatShowAll([...waiting, ...jobs.slice(0, 7), failed])).toBe('Show all 10, with 2 waiting and 1 failed');
	});

	test('jobs without images are left out (PREV-05)', () => {
		expect(getLatestJobs([createJob(1, { generatedImages: [] })]).latest).toEqual([]);
	});

	test('the chosen job, else the first completed, else one under way (STAT-01)', () => {
		expect(getVisibleJobId(jobs, 'job-3')).toBe('job-3');
		expect(getVisibleJobId(jobs, null)).toBe('job-7');
		expect(getVisibleJobId([], null)).toBeNull();
	});
});

import { setTimeout as sleep } from 'node:timers/promises';
import { type AttributeJob, type StartAttributesInput, startAttributesInput } from '@adx/validators/attributes';
import { contextOfUser } from '../merge/merge-testing.ts';
import type { RequestContext, Services } from '../platform/context.ts';
import { attributeJob } from './attributes-job.ts';
import { getAttributes } from './get-attributes.ts';
import { startAttributes } from './start-attributes.ts';

// For tests alone.

/** Orders an attribute job and returns its id. */
export async function startTestAttributes(
	ctx: RequestContext,
	change: Partial<StartAttributesInput> = {},
): Promise<string> {
	const { job } = await startAttributes(ctx, startAttributesInput.parse({ folderSize: 3, ...change }));
	if (job === null) throw new Error('The job was not started.');
	return job.id;
}

/** Waits until the job has ended. */
export async function waitForAttributes(ctx: RequestContext, id: string): Promise<AttributeJob> {
	for (const deadline = Date.now() + 25_000; Date.now() < deadline; await sleep(20)) {
		const job = await getAttributes(ctx, { id });
		if (job.status === 'completed' || job.status === 'failed') return job;
	}
	throw new Error('The job did not end.');
}

/** A finished attribute job for three images; returns its id. */
export async function addFinishedAttributes(services: Services, userId: string): Promise<string> {
	const ctx = contextOfUser(services, userId);
	const id = await startTestAttributes(ctx);
	await attributeJob.run(services, { jobId: id, slot: 0 }, new AbortController().signal);
	if ((await waitForAttributes(ctx, id)).status !== 'completed') throw new Error('The job failed.');
	return id;
}

import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { attributeJob } from './attributes-job.ts';
import { addFinishedAttributes, startTestAttributes, waitForAttributes } from './attributes-testing.ts';
import { deleteAttributes, getAttributesDeletion } from './delete-attributes.ts';
import { getAttributes, listAttributes, openAttributesDownload } from './get-attributes.ts';

const test = useTestServices();
let ctx: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf({ role: 'developer' });
});

const finished = () => addFinishedAttributes(test.services, ctx.actor!.userId);

describe('deleting a run of the attribute generator', () => {
	it('tells before what leaves the disk, and leaves nothing of it', async () => {
		const id = await finished();
		const { freedBytes, ...previewed } = await getAttributesDeletion(ctx, { id });
		expect(previewed).toMatchObject({ id, name: 'ADX Collection', imageCount: 3, blockers: [] });
		expect(freedBytes).toBeGreaterThan(0);
		const before = await test.files.sumBytes();
		expect(await deleteAttributes(ctx, { id })).toMatchObject({ success: true, id, freedBytes, isFreeing: false });
		expect(before - (await test.files.sumBytes())).toBe(freedBytes);
		for (const gone of [getAttributes, openAttributesDownload, getAttributesDeletion, deleteAttributes]) {
			await expect(gone(ctx, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		expect(await listAttributes(ctx)).toEqual([]);
		const audit = await test.services.db.selectFrom('auditLog').select(['actorId', 'action']).execute();
		expect(audit).toEqual([{ actorId: ctx.actor?.userId, action: 'attributes.delete' }]);
	});

	it('rejects one that has not ended, with the reason of its preview', async () => {
		const id = await startTestAttributes(ctx);
		const { blockers } = await getAttributesDeletion(ctx, { id });
		expect(blockers).toMatchObject([{ reason: 'attributes_running' }]);
		await expect(deleteAttributes(ctx, { id })).rejects.toMatchObject({ code: 'CONFLICT', ...blockers[0] });
		await attributeJob.run(test.services, { jobId: id, slot: 0 }, new AbortController().signal);
		await waitForAttributes(ctx, id);
		await deleteAttributes(ctx, { id });
	});

	it('rejects a stranger', async () => {
		const id = await finished();
		const stranger = await test.contextOf({ role: 'developer' });
		for (const call of [getAttributesDeletion, deleteAttributes]) {
			await expect(call(stranger, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
	});
});

import { followChanges } from '@adx/core/platform/live/follow-changes';
import { followChangesInput, type TrackedChanges } from '@adx/validators/live';
import { tracked } from '@trpc/server';
import { procedure, router } from '../trpc.ts';

export const liveRouter = router({
	/** Which of the caller's things changed, never what they are now: the queries about them check who may see what. */
	changes: procedure
		.meta({ access: 'session', summary: 'Notifications of changes to your data', budget: 'stream' })
		.input(followChangesInput)
		.subscription(async ({ ctx, input }) => toTracked(await followChanges(ctx, input?.lastEventId ?? null))),
});

async function* toTracked(
	events: Awaited<ReturnType<typeof followChanges>>,
): AsyncGenerator<TrackedChanges, void, void> {
	for await (const { id, ...event } of events) yield tracked(id, event) as unknown as TrackedChanges;
}

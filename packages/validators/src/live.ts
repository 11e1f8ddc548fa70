import { z } from 'zod';

/** What a session is told changes of; `account` is who the caller is and what they may do. */
export const changeTopics = ['job', 'merge', 'attributes', 'mint', 'sale', 'account'] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** Something of the caller's that changed, was made or was deleted; what it is now is for the caller to ask. */
export interface Change {
	readonly topic: ChangeTopic;
	/** Of the job, merge, run, mint or sale; empty for the account. */
	readonly id: string;
}

/** What happened since the event before. */
export interface ChangeEvent {
	/** Whether anything may have changed, because what was missed is not known any more. */
	readonly everything: boolean;
	/** Each thing once, in no order. */
	readonly changes: readonly Change[];
}

/** An event as clients get it: what is read after it continues after `id`. tRPC's own type for that has no name. */
export interface TrackedChanges {
	readonly id: string;
	readonly data: ChangeEvent;
}

/** `lastEventId` continues after that event; also the header of that name does. */
export const followChangesInput = z
	.object({
		lastEventId: z
			.string()
			.regex(/^[0-9a-z]{1,40}$/)
			.nullish()
			.catch(null),
	})
	.optional();

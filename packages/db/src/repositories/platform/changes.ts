import { type ChangeTopic, changeTopics } from '@adx/validators/live';
import type { DatabaseHandle } from '../../client/database.ts';

/** A row that a transaction changed, as migration 0026 announces it. */
export interface AnnouncedChange {
	/** Grows with the order in which transactions began, not with that of their commits. */
	readonly transactionId: string;
	readonly topic: ChangeTopic;
	readonly ownerId: string;
	/** Empty for the account itself. */
	readonly rowId: string;
}

/** Resolves when every change committed from now on is heard, in the order of the commits, and to what ends it. */
export function listenForChanges(
	{ notifications }: Pick<DatabaseHandle, 'notifications'>,
	{ onChange, onGap }: { readonly onChange: (change: AnnouncedChange) => void; readonly onGap: () => void },
): Promise<() => Promise<void>> {
	const onMessage = (payload: string) => {
		const [transactionId, topic, ownerId, rowId = ''] = payload.split(' ');
		// A newer version may announce more.
		if (transactionId === undefined || !isTopic(topic) || ownerId === undefined) return;
		onChange({ transactionId, topic, ownerId, rowId });
	};
	return notifications.listen('changes', { onMessage, onGap });
}

const isTopic = (topic: string | undefined): topic is ChangeTopic =>
	(changeTopics as readonly (string | undefined)[]).includes(topic);

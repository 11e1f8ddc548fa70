import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseHandle } from '@adx/db/client/database';
import { notify } from '@adx/db/client/notifications';
import { listenForChanges } from '@adx/db/repositories/platform/changes';

/** Tells whether anything of an owner has changed, whichever process changed it, without reading the rows again. */
export interface OwnerChanges {
	/**
	 * A moment to compare with, to be taken before what depends on it is read. Null while changes are not heard yet; the
	 * first call starts that.
	 */
	mark(): number | null;
	/**
	 * Whether nothing of the owner was announced between the mark and this call. Everything counts that was committed
	 * before the call, though its announcement is still on its way. False when that cannot be told, as while the database is away.
	 */
	isUnchanged(ownerId: string, mark: number): Promise<boolean>;
}

/** The most owners whose last change is remembered. */
const ownersMax = 10_000;
const patienceMs = 1_000;

/** Listens from the first mark on, until the database is closed. */
export function createOwnerChanges(database: Pick<DatabaseHandle, 'db' | 'notifications'>): OwnerChanges {
	const lastChanges = new Map<string, number>();
	const barrier = createBarrier(database);
	let heard = 0;
	/** Marks from before say nothing: what followed them was missed or is forgotten. */
	let knownSince = 0;
	let state: 'silent' | 'starting' | 'listening' = 'silent';
	const forget = () => {
		lastChanges.clear();
		heard += 1;
		knownSince = heard;
	};

	async function start(): Promise<void> {
		state = 'starting';
		const onChange = ({ ownerId }: { readonly ownerId: string }) => {
			if (lastChanges.size >= ownersMax) forget();
			heard += 1;
			lastChanges.set(ownerId, heard);
		};
		try {
			// In this order, which is also that in which they are heard again after the connection was lost: nothing passes the
			// barrier before changes are heard.
			await listenForChanges(database, { onChange, onGap: forget });
			await barrier.listen();
			state = 'listening';
		} catch {
			state = 'silent';
		}
	}

	const seemsUnchanged = (ownerId: string, mark: number) =>
		mark >= knownSince && (lastChanges.get(ownerId) ?? 0) <= mark;
	return {
		mark: () => {
			if (state === 'silent') void start();
			return state === 'listening' ? heard : null;
		},
		isUnchanged: async (ownerId, mark) =>
			seemsUnchanged(ownerId, mark) && (await barrier.pass()) && seemsUnchanged(ownerId, mark),
	};
}

/**
 * A notification to oneself: notifications are delivered in the order of their commits, so once it is here all earlier
 * ones are. Those who ask while one is on its way share the next.
 */
function createBarrier({ db, notifications }: Pick<DatabaseHandle, 'db' | 'notifications'>) {
	const channel = `barrier_${randomUUID().replaceAll('-', '_')}`;
	let sent = 0;
	let arrive = (_payload: string) => {};
	let current: Promise<boolean> | undefined;
	let next: Promise<boolean> | undefined;

	async function send(): Promise<boolean> {
		sent += 1;
		const payload = String(sent);
		const { promise, resolve } = Promise.withResolvers<boolean>();
		arrive = (arrived) => {
			if (arrived === payload) resolve(true);
		};
		const patience = new AbortController();
		const isLate = sleep(patienceMs, false, { signal: patience.signal, ref: false });
		isLate.catch(() => {});
		try {
			return await Promise.race([Promise.all([promise, notify(db, channel, payload)]).then(() => true), isLate]);
		} catch {
			return false;
		} finally {
			patience.abort();
		}
	}
	function start(): Promise<boolean> {
		const own = send().finally(() => {
			if (current === own) current = undefined;
		});
		current = own;
		return own;
	}
	return {
		listen: () => notifications.listen(channel, { onMessage: (payload) => arrive(payload), onGap: () => {} }),
		/** Resolves to true once all is heard that was committed before the call, to false where that cannot be told. */
		pass: (): Promise<boolean> => {
			if (current === undefined) return start();
			next ??= current.then(() => {
				next = undefined;
				return start();
			});
			return next;
		},
	};
}

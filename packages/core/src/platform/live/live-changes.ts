import type { DatabaseHandle } from '@adx/db/client/database';
import { type AnnouncedChange, listenForChanges } from '@adx/db/repositories/platform/changes';
import type { Change } from '@adx/validators/live';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { ChangeStream, type IdentifiedEvent } from './change-stream.ts';
import { type Listener, type OpenStream, OpenStreams } from './open-streams.ts';
import { RecentChanges } from './recent-changes.ts';

/** Tells whoever listens to this process what changed of theirs, whichever process changed it. */
export interface LiveChanges {
	/**
	 * The events from now on, or from those after the given one, the first of them at once; it may be empty. They end when
	 * the process does, and after an event about the account when the listener's rights change or their session ends.
	 * Rejects with 429 `rate_limited` when too many are open, and when the process is ending.
	 */
	open(listener: Listener, lastEventId: string | null): Promise<AsyncIterableIterator<IdentifiedEvent>>;
	/** How many streams are open. */
	count(): number;
	/** Ends all streams; no other is opened. */
	close(): Promise<void>;
}

const checkEveryMs = 5_000;
/** How often a session is looked at again of which nothing was heard. */
const recheckMs = 5 * 60_000;

/** Listens to the database from the first stream on. */
export function createLiveChanges({
	database,
	clock,
	log,
}: {
	readonly database: Pick<DatabaseHandle, 'notifications'>;
	readonly clock: () => Date;
	readonly log: Logger;
}): LiveChanges {
	const streams = new OpenStreams();
	const recent = new RecentChanges();
	const nextCheckMs = () => clock().getTime() + recheckMs;

	async function check(open: OpenStream): Promise<void> {
		if (open.check !== 'none') return;
		open.check = 'running';
		try {
			const still = await open.listener.recheck();
			if (still === null) open.stream.end({ topic: 'account', id: '' });
			else open.sameUntil = still.sameUntil;
			open.checkAtMs = nextCheckMs();
		} catch (error) {
			// The database is away: nothing is told meanwhile, and the next round asks again.
			log.debug({ err: error }, 'a listening session could not be looked at');
		} finally {
			const isOutdated = (open.check as OpenStream['check']) === 'outdated';
			open.check = 'none';
			if (isOutdated) void check(open);
		}
	}

	const timer = setInterval(() => {
		const now = clock().getTime();
		for (const open of streams.all()) {
			if (open.checkAtMs <= now || open.sameUntil.getTime() <= now) void check(open);
		}
	}, checkEveryMs).unref();

	const onChange = (change: AnnouncedChange) => {
		recent.add(change);
		for (const open of streams.ofUser(change.ownerId)) {
			open.stream.add(toChange(change), change.transactionId);
			if (change.topic !== 'account') continue;
			// One that is under way may have read what was so before.
			if (open.check === 'none') void check(open);
			else open.check = 'outdated';
		}
	};
	const onGap = () => {
		recent.forget();
		for (const { stream } of streams.all()) stream.addEverything(recent.latestId);
	};
	const listen = () => listenForChanges(database, { onChange, onGap });
	let listening: ReturnType<typeof listen> | undefined;
	let isClosed = false;

	return {
		open: async (listener, lastEventId) => {
			if (isClosed) throw endingError();
			listening ??= listen();
			await listening.catch((error: unknown) => {
				listening = undefined;
				throw error;
			});
			if (isClosed) throw endingError();
			streams.checkRoom(listener);
			const open: OpenStream = {
				listener,
				stream: new ChangeStream(recent.latestId, () => streams.delete(open)),
				sameUntil: listener.sameUntil,
				checkAtMs: nextCheckMs(),
				check: 'none',
			};
			const missed = lastEventId === null ? [] : recent.listSince(lastEventId, listener.userId);
			if (missed === null) open.stream.addEverything(recent.latestId);
			for (const change of missed ?? []) open.stream.add(toChange(change), recent.latestId);
			streams.add(open);
			const end = () => open.stream.end();
			if (listener.gone?.aborted) end();
			listener.gone?.addEventListener('abort', end, { once: true });
			return open.stream.events();
		},
		count: () => streams.count,
		close: async () => {
			isClosed = true;
			clearInterval(timer);
			for (const { stream } of streams.all()) stream.end();
			const stop = await listening?.catch(() => undefined);
			await stop?.();
		},
	};
}

const toChange = ({ topic, rowId }: AnnouncedChange): Change => ({ topic, id: rowId });

/** No failure that an operator has to read of. */
const endingError = () => {
	const message = 'The server is ending. Try again in a moment.';
	return new AppError('LIMIT', { reason: 'rate_limited', message, meta: { retryAfterSeconds: 2 } });
};

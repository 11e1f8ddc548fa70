import type { DatabaseHandle } from '@adx/db/client/database';
import { readDatabaseTime } from '@adx/db/repositories/platform/read-database-time';
import type { Logger } from 'pino';
import { startTimerLoop } from './timer-loop.ts';

const measureEveryMs = 30_000;
/** A slower answer, as where it waited for a connection, says less than what is known already, unless that is further off. */
const roundTripMaxMs = 250;

export interface DatabaseClock {
	/** What time it is for the database, as near as its answer came quickly. */
	readonly now: () => Date;
	stop(): Promise<void>;
}

/**
 * A clock that goes by the database's, which all processes share: their machines' may be minutes apart, and what one
 * process writes down another compares with. What decides between processes, such as a lease, is still compared by the
 * database itself. Rejects where the database does not answer at first; later it goes on by itself meanwhile.
 */
export async function startDatabaseClock(
	{ kind, db }: Pick<DatabaseHandle, 'kind' | 'db'>,
	log: Logger,
	options: { readonly everyMs?: number } = {},
): Promise<DatabaseClock> {
	// The embedded one goes by the clock of this very process.
	if (kind === 'embedded') return { now: () => new Date(), stop: async () => {} };
	/** What to add to `performance.now()`. */
	let epochOffsetMs = Number.NaN;
	const measure = async () => {
		const askedAt = performance.now();
		const time = await readDatabaseTime(db);
		const answeredAt = performance.now();
		const roundTripMs = answeredAt - askedAt;
		const offsetMs = time.getTime() - (askedAt + answeredAt) / 2;
		if (roundTripMs > roundTripMaxMs && Math.abs(offsetMs - epochOffsetMs) <= roundTripMs) return;
		epochOffsetMs = offsetMs;
	};
	await measure();
	const loop = startTimerLoop(log, {
		everyMs: options.everyMs ?? measureEveryMs,
		run: measure,
		failed: 'the time of the database was not read',
		recovered: 'the time of the database is read again',
	});
	// Of the process's clocks, this one keeps counting whatever happens to the machine's time.
	return { now: () => new Date(epochOffsetMs + performance.now()), stop: loop.stop };
}

import { isConnectionError } from '@adx/db/client/database-errors';
import type { Logger } from 'pino';

const probeEveryMs = 1_000;

/** Tells the log that the database went away and came back, in place of every line about what failed meanwhile. */
export interface DatabaseOutage {
	/** Whether a line about this error is left out, since the outage has a line of its own. */
	suppresses(error: unknown): boolean;
	/** From now on such errors are absorbed; `probe` rejects while the database is away. Returns how to end it. */
	watch(log: Logger, probe: () => Promise<unknown>): () => void;
}

/** Errors of the queue's driver that carry no code. */
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a conn)/;

const isOutageError = (error: unknown): boolean =>
	isConnectionError(error) || (error instanceof Error && lostConnection.test(error.message));

/** A thousand calls that fail for the same reason in a second say no more than one. */
export function createDatabaseOutage(everyMs = probeEveryMs): DatabaseOutage {
	let reportOutage: ((error: unknown) => void) | null = null;
	return {
		suppresses: (error) => {
			if (reportOutage === null || !isOutageError(error)) return false;
			reportOutage(error);
			return true;
		},
		watch: (log, probe) => {
			let awaySince: number | null = null;
			let timer: NodeJS.Timeout | undefined;
			const probeDatabase = async () => {
				try {
					await probe();
				} catch {
					if (awaySince !== null) schedule();
					return;
				}
				if (awaySince === null) return;
				log.info({ awayMs: Date.now() - awaySince }, 'the database is back');
				awaySince = null;
			};
			const schedule = () => {
				timer = setTimeout(() => void probeDatabase(), everyMs).unref();
			};
			reportOutage = (error) => {
				if (awaySince !== null) return;
				awaySince = Date.now();
				const code = error instanceof Error && 'code' in error ? error.code : undefined;
				log.error({ code }, 'the database is away; what needs it fails or waits until it is back');
				schedule();
			};
			return () => {
				reportOutage = null;
				awaySince = null;
				clearTimeout(timer);
			};
		},
	};
}

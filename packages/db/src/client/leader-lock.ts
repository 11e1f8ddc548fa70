import postgres from 'postgres';
import { clientOptions } from './server-pool.ts';

/** The right to be the one process of an installation that does what one is enough for. */
export interface LeaderLock {
	/**
	 * Takes the lock where nobody has it, and checks it where this process does; true while this process has it. Rejects
	 * when the server does not answer, which ends it.
	 */
	hold(): Promise<boolean>;
	/** Gives it up; the next to ask has it at once. */
	release(): Promise<void>;
}

/** The lock of an embedded database, which only one process uses. */
export const embeddedLeaderLock: LeaderLock = { hold: async () => true, release: async () => {} };

/** How long the server may take to answer; one that is silent for longer may have given the lock to somebody else. */
const answerMaxMs = 5_000;

/**
 * For a server: an advisory lock on a connection of its own. It ends with the connection, so that a killed
 * process never keeps it, and a machine that is gone for no longer than the server asks after it.
 *
 * @param options.onLost called when the connection broke while it had the lock
 */
export function createServerLeaderLock(
	databaseUrl: string,
	options: { readonly onLost?: () => void; readonly answerMaxMs?: number } = {},
): LeaderLock {
	let client: postgres.Sql | undefined;
	let isHeld = false;
	const connect = () => {
		const connected = postgres(databaseUrl, {
			...clientOptions,
			onclose: () => {
				if (client !== connected) return;
				client = undefined;
				if (isHeld) options.onLost?.();
				isHeld = false;
			},
		});
		return connected;
	};
	const disconnect = async () => {
		const last = client;
		client = undefined;
		isHeld = false;
		await last?.end({ timeout: 0 });
	};
	const ask = async (): Promise<boolean> => {
		client ??= connect();
		if (isHeld) return (await client`select true as held`)[0]!.held as boolean;
		// The server asks after a machine that is gone, whose lock it would keep for hours otherwise.
		const [answer] = await client`
			select pg_try_advisory_lock(hashtextextended('adx leader', 0)) as held, set_config('tcp_keepalives_idle', '5', false),
				set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)`;
		return answer!.held as boolean;
	};
	return {
		hold: async () => {
			let timer: NodeJS.Timeout | undefined;
			const late = new Promise<never>((_, reject) => {
				timer = setTimeout(() => reject(new Error('The database did not answer.')), options.answerMaxMs ?? answerMaxMs);
			});
			try {
				isHeld = await Promise.race([ask(), late]);
				return isHeld;
			} catch (error) {
				await disconnect();
				throw error;
			} finally {
				clearTimeout(timer);
			}
		},
		release: disconnect,
	};
}

import type { PGlite } from '@electric-sql/pglite';
import { type QueryExecutorProvider, sql } from 'kysely';
import postgres from 'postgres';
import { clientOptions } from './server-pool.ts';

/** What is done with the notifications of one channel. Neither function may throw. */
export interface NotificationListener {
	/** Called with each payload, in the order in which their transactions were committed. */
	onMessage(payload: string): void;
	/** Called when the connection is back after it was lost: what was sent meanwhile never arrives. */
	onGap(): void;
}

/** NOTIFY as this process hears it, from itself and, on a server, from all others. */
export interface Notifications {
	/**
	 * Resolves when everything that is committed from now on is heard, and to what ends it. On a server all channels share
	 * one connection beside the pool, made with the first of them; while that server is away, it is tried again.
	 *
	 * @param channel lower-case letters, digits and underscores
	 */
	listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>;
	/** Ends all listening. */
	close(): Promise<void>;
}

/**
 * Sends a payload of less than 8,000 bytes. Within a transaction it is sent when that commits; equal ones of one arrive
 * once.
 */
export async function notify(db: QueryExecutorProvider, channel: string, payload = ''): Promise<void> {
	await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

/** Of an embedded engine, which no other process can use. */
export function createEmbeddedNotifications(pglite: PGlite): Notifications {
	const open = new Set<() => Promise<void>>();
	return {
		listen: async (channel, { onMessage }) => {
			const unlisten = await pglite.listen(channel, onMessage);
			const stop = async () => {
				if (open.delete(stop)) await unlisten();
			};
			open.add(stop);
			return stop;
		},
		close: async () => {
			await Promise.all([...open].map((stop) => stop()));
		},
	};
}

/** The longest pause before the server is tried again. */
const reconnectMaxSeconds = 2;

/** Of a server. */
export function createServerNotifications(databaseUrl: string): Notifications {
	let client: postgres.Sql | undefined;
	const connect = () =>
		postgres(databaseUrl, {
			...clientOptions,
			backoff: (tries) => Math.min(reconnectMaxSeconds, 0.05 * 2 ** tries),
		});
	return {
		listen: (channel, { onMessage, onGap }) => {
			client ??= connect();
			const { promise, resolve, reject } = Promise.withResolvers<() => Promise<void>>();
			let isStopped = false;
			let isFirst = true;
			const receive = (payload: string) => {
				if (!isStopped) onMessage(payload);
			};
			const stop = async () => {
				isStopped = true;
				await request.then(({ unlisten }) => unlisten()).catch(() => {});
			};
			// The driver calls it each time the connection was made, and makes it again by itself.
			const request = client.listen(channel, receive, () => {
				if (isFirst) resolve(stop);
				else if (!isStopped) onGap();
				isFirst = false;
			});
			request.catch((error: unknown) => {
				if (error instanceof postgres.PostgresError) reject(error);
			});
			return promise;
		},
		close: async () => {
			await client?.end({ timeout: 0 });
		},
	};
}

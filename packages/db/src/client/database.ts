import type { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, type KyselyConfig, PGliteDialect, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import { openEmbeddedDatabase } from '../embedded/embedded-engine.ts';
import type { Schema } from '../schema/database-schema.ts';
import { type ChangeCounter, createChangeCounter } from './change-counter.ts';
import { createEmbeddedNotifications, createServerNotifications, type Notifications } from './notifications.ts';
import { rowCounterPlugin } from './row-counter.ts';
import { createServerPool } from './server-pool.ts';

/**
 * The database, or an open transaction on it: every repository takes either. Inside a transaction
 * always pass `trx`; the embedded database has one connection, which the transaction holds, so a call
 * on `db` in there waits forever.
 */
export type Database = Kysely<Schema>;

/** An open transaction; where one is asked for, the writes belong together. */
export type DatabaseTransaction = Transaction<Schema>;

/** An open database and how to close it. */
export interface DatabaseHandle {
	readonly db: Database;
	/** The embedded engine itself, for the queue; null on a server. */
	readonly pglite: PGlite | null;
	readonly kind: 'embedded' | 'postgres';
	/** Null on a server, where others may write as well. */
	readonly changes: ChangeCounter | null;
	/** What `notify` sends, heard by every process of a server. */
	readonly notifications: Notifications;
	/** Waits for running queries, then closes; later calls do nothing. */
	destroy(): Promise<void>;
}

/** A query that has ended. */
export interface ObservedQuery {
	readonly kind: 'select' | 'insert' | 'update' | 'delete' | 'other';
	/** With placeholders in place of values. */
	readonly sql: string;
	readonly seconds: number;
	/** Why it failed; undefined where it did not. */
	readonly error?: unknown;
}

export type QueryListener = (query: ObservedQuery) => void;

export interface DatabaseOptions {
	/** `postgres://…`; when given, that server is used, by any number of processes. */
	readonly databaseUrl?: string | undefined;
	/** Without a server: the directory whose `database` folder the embedded engine keeps its files in. */
	readonly dataDir?: string | undefined;
	/** Connections to the server at most. */
	readonly maxConnections?: number;
	/** Told of each query when it has ended, or failed. */
	readonly onQuery?: QueryListener;
}

/**
 * Opens the database. Runs no migrations. Embedded, the caller must hold the data directory's lock
 * before, since a second process on it loses rows silently. A server is not contacted until the first
 * query; when it goes away, queries reject (`isConnectionError`) and later ones connect again.
 */
export async function createDb(options: DatabaseOptions): Promise<DatabaseHandle> {
	const { databaseUrl, dataDir, maxConnections = 10, onQuery } = options;
	if (databaseUrl) return connectToServer(databaseUrl, maxConnections, onQuery);
	if (!dataDir) throw new TypeError('createDb needs a databaseUrl or a dataDir');
	return wrapEmbedded(await openEmbeddedDatabase(dataDir), onQuery);
}

/** A handle on an embedded engine that is open already. */
export function wrapEmbedded(pglite: PGlite, onQuery?: QueryListener): DatabaseHandle {
	const { counter, plugin } = createChangeCounter();
	const db = new Kysely<Schema>({
		dialect: new PGliteDialect({ pglite }),
		...toQueryLog(onQuery),
		plugins: [createCamelCasePlugin(), plugin, rowCounterPlugin],
	});
	const notifications = createEmbeddedNotifications(pglite);
	const destroy = once(async () => {
		await notifications.close();
		await db.destroy();
		// Kysely closes only an engine that it has used.
		if (!pglite.closed) await pglite.close();
	});
	return { db, pglite, kind: 'embedded', changes: counter, notifications, destroy };
}

function connectToServer(databaseUrl: string, maxConnections: number, onQuery?: QueryListener): DatabaseHandle {
	const pool = createServerPool(databaseUrl, maxConnections);
	const dialect = new PostgresJSDialect({ postgres: () => pool });
	const plugins = [createCamelCasePlugin(), rowCounterPlugin];
	const db = new Kysely<Schema>({ dialect, plugins, ...toQueryLog(onQuery) });
	const notifications = createServerNotifications(databaseUrl);
	const destroy = once(async () => void (await Promise.all([notifications.close(), db.destroy()])));
	return { db, pglite: null, kind: 'postgres', changes: null, notifications, destroy };
}

const queryKinds: Readonly<Record<string, ObservedQuery['kind']>> = {
	SelectQueryNode: 'select',
	InsertQueryNode: 'insert',
	UpdateQueryNode: 'update',
	DeleteQueryNode: 'delete',
};

function toQueryLog(onQuery: QueryListener | undefined): Pick<KyselyConfig, 'log'> {
	if (onQuery === undefined) return {};
	return {
		log: (event) => {
			const { query, queryDurationMillis } = event;
			const kind = queryKinds[query.query.kind] ?? 'other';
			const error = event.level === 'error' ? event.error : undefined;
			onQuery({ kind, sql: query.sql, seconds: queryDurationMillis / 1_000, error });
		},
	};
}

/** Without the option the keys of traits inside jsonb would be renamed too. */
const createCamelCasePlugin = () => new CamelCasePlugin({ maintainNestedObjectKeys: true });

function once(close: () => Promise<void>): () => Promise<void> {
	let closing: Promise<void> | undefined;
	return () => {
		closing ??= close();
		return closing;
	};
}

import postgres from 'postgres';
import { isConnectionError, isStaleStatement } from './database-errors.ts';

/**
 * Connections to a PostgreSQL server, in the shape that Kysely's postgres.js dialect reserves from.
 * Each is a postgres.js client of its own, used by one holder at a time and never again once it broke, or since any of
 * them met a statement that no longer fits a changed table: there are more of these, and in transactions each fails once.
 * postgres.js' own pool cannot be used so: after a break its `reserve()` writes to a socket that is
 * gone, which ends the process (porsager/postgres#1208), or goes on with the holder's transaction on
 * another connection.
 */
export function createServerPool(databaseUrl: string, maxConnections: number) {
	const idle: (Connection | undefined)[] = Array.from({ length: maxConnections });
	const waiting: ((connection: Connection | undefined) => void)[] = [];
	const open = new Set<Connection>();
	const outdate = () => {
		for (const connection of open) connection.isOutdated = true;
	};
	const connect = () => {
		const connection = new Connection(databaseUrl, { onBroken: () => open.delete(connection), onStale: outdate });
		open.add(connection);
		return connection;
	};
	const returnConnection = (connection: Connection) => {
		const next = waiting.shift();
		if (next === undefined) idle.push(connection);
		else next(connection);
	};
	return {
		options: { max: maxConnections },
		reserve: async () => {
			const free =
				idle.length > 0 ? idle.pop() : await new Promise<Connection | undefined>((resolve) => waiting.push(resolve));
			if (free?.isOutdated) void free.end();
			const isUsable = free !== undefined && !free.isBroken && !free.isOutdated;
			const connection = isUsable ? free : connect();
			return { unsafe: connection.query.bind(connection), release: () => returnConnection(connection) };
		},
		/** Waits for running queries at most five seconds. */
		end: async () => {
			await Promise.all([...open].map((connection) => connection.end()));
		},
	};
}

type Parameters = postgres.ParameterOrJSON<never>[];

interface ConnectionEvents {
	readonly onBroken: () => void;
	readonly onStale: () => void;
}

/** One connection, made with the first query. */
class Connection {
	isBroken = false;
	isOutdated = false;
	readonly #client: postgres.Sql;
	/** What rejects the queries that are being answered. */
	readonly #rejectAnswers = new Set<(error: unknown) => void>();
	readonly #events: ConnectionEvents;

	constructor(databaseUrl: string, events: ConnectionEvents) {
		this.#events = events;
		this.#client = postgres(databaseUrl, { ...clientOptions, onclose: () => this.#break() });
	}

	/** Called by Kysely's dialect with its SQL, whose values are parameters. */
	query(text: string, parameters?: Parameters, options?: postgres.UnsafeQueryOptions) {
		const running = this.isBroken ? undefined : this.#client.unsafe(text, parameters, options);
		const answered = running ? this.#untilBroken(running) : Promise.reject(new ConnectionBrokenError());
		// The socket's close is reported only after its error; the next holder must not get this connection in between.
		running?.catch((error: unknown) => {
			if (isFatalError(error)) this.#breakAndClose(error);
			else if (isStaleStatement(error)) this.#events.onStale();
		});
		const cancel = () => running?.cancel();
		if (text === 'commit') return Object.assign(answered.then(toCommandResult), { cancel });
		if (text === 'rollback')
			return Object.assign(
				answered.catch(() => this.#rollBackByClosing()),
				{ cancel },
			);
		return Object.assign(answered, { cancel });
	}

	/**
	 * Settles as the query does, and rejects when the connection breaks before. A race with one promise that lasts as long
	 * as the connection would keep something of each query as long.
	 */
	#untilBroken<Result>(running: Promise<Result>): Promise<Result> {
		const { promise, resolve, reject } = Promise.withResolvers<Result>();
		this.#rejectAnswers.add(reject);
		void running.then(resolve, reject).then(() => this.#rejectAnswers.delete(reject));
		return promise;
	}

	end(): Promise<void> {
		return this.#client.end({ timeout: 5 });
	}

	/** The server rolls back when a connection ends, so that the holder sees the error which led here. */
	#rollBackByClosing() {
		this.#breakAndClose();
		return Object.assign([], { command: 'ROLLBACK', count: 0 });
	}

	#breakAndClose(cause?: unknown): void {
		this.#break(cause);
		void this.#client.end({ timeout: 0 });
	}

	#break(cause?: unknown): void {
		if (this.isBroken) return;
		this.isBroken = true;
		for (const reject of this.#rejectAnswers) reject(new ConnectionBrokenError(cause));
		this.#rejectAnswers.clear();
		this.#events.onBroken();
	}
}

/** Whatever the server says about a statement leaves the connection usable, except what it says before it hangs up. */
function isFatalError(error: unknown): boolean {
	if (error instanceof postgres.PostgresError) return ['FATAL', 'PANIC'].includes(error.severity);
	return isConnectionError(error);
}

/** Kysely reads this row to learn that a failed statement had turned the commit into a rollback. */
function toCommandResult(result: postgres.RowList<postgres.Row[]>) {
	return Object.assign([{ command: result.command }], { command: result.command, count: result.count });
}

/** How every connection of the product is made. */
export const clientOptions = {
	max: 1,
	max_lifetime: null,
	connect_timeout: 10,
	connection: { application_name: 'adx' },
	// Arrays of custom types are read nowhere, so a connection need not ask for the types first.
	fetch_types: false,
	onnotice: () => {},
	types: {
		integer64: { to: 20, from: [20], parse: Number, serialize: String },
		// A day has no time zone; as a Date it would move with the machine's.
		day: { to: 1082, from: [1082], parse: String, serialize: String },
	},
};

/** The connection broke under its holder. Only when that was during a commit it is unknown whether anything was stored. */
class ConnectionBrokenError extends Error {
	override readonly name = 'ConnectionBrokenError';
	readonly code = 'CONNECTION_CLOSED';

	constructor(cause?: unknown) {
		super('The connection to the database broke.', { cause });
	}
}

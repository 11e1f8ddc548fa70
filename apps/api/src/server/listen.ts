import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartError } from './start-error.ts';

interface Address {
	readonly host: string;
	readonly port: number;
}

/**
 * Finds out whether the host is one of this machine's and the port is free (any, for port 0), before anything is changed.
 * Throws a StartError when not.
 */
export async function checkPortIsFree(address: Address): Promise<void> {
	const probe = createServer();
	try {
		await new Promise<void>((resolve, reject) => {
			probe.once('error', reject);
			probe.listen({ ...address, exclusive: true }, resolve);
		});
	} catch (error) {
		throw toPortError(address, error);
	}
	await new Promise((resolve) => probe.close(resolve));
}

/** What is listened on. */
export interface Listening extends Address {
	/** Takes no connection any more but on the first address, whose server ends with the app. */
	closeOtherListeners(): void;
}

/**
 * Listens on the host, on each address of it where it is `localhost`, and returns it with the port that the system chose
 * for port 0. Throws a StartError.
 */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<Listening> {
	const [first = host, ...others] = host === 'localhost' ? await addressesOfLocalhost() : [host];
	return { ...(await listenOn(app, { host: first, others, port })), host };
}

/** Listens on the first host, and hands what connects to the others to the same server. Throws a StartError. */
export async function listenOn(
	app: FastifyInstance,
	{ host, others, port }: Address & { readonly others: readonly string[] },
): Promise<Listening> {
	try {
		await app.listen({ host, port });
	} catch (error) {
		throw toPortError({ host, port }, error);
	}
	const boundPort = getBoundPort(app) ?? port;
	const listeners = await Promise.all(others.map((other) => openListener(app, { host: other, port: boundPort })));
	const closeOtherListeners = () => {
		for (const listener of listeners) listener.close();
	};
	app.server.once('close', closeOtherListeners);
	return { host, port: boundPort, closeOtherListeners };
}

/** Empty where nothing says what it is. */
async function addressesOfLocalhost(): Promise<readonly string[]> {
	const found = await lookup('localhost', { all: true }).catch(() => []);
	return [...new Set(found.map(({ address }) => address))];
}

/**
 * Fastify would open a server of its own for each further address, without the limits that hold on the connections of the
 * first. One that cannot be opened is left out, as by fastify.
 */
async function openListener(app: FastifyInstance, address: Address): Promise<Server> {
	// As an HTTP server makes its sockets.
	const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
		app.server.emit('connection', socket),
	);
	await new Promise<void>((resolve) => {
		listener.once('error', () => resolve());
		listener.listen({ ...address, exclusive: true }, resolve);
	});
	return listener;
}

/** The port that is being listened on; undefined before. */
export function getBoundPort(app: FastifyInstance): number | undefined {
	const [address] = app.addresses();
	return typeof address === 'object' ? address.port : undefined;
}

function toPortError({ host, port }: Address, error: unknown): unknown {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	const options = { cause: error };
	switch (code) {
		case 'EADDRINUSE':
			return new StartError(`PORT: ${port} on ${host} is already in use`, options);
		case 'EACCES':
			return new StartError(`PORT: this user may not open port ${port} on ${host}`, options);
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return new StartError(`HOST: cannot listen on ${host} (${code})`, options);
		default:
			return error;
	}
}

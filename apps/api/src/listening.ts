import { createServer } from 'node:net';
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
		throw portProblem(address, error);
	}
	await new Promise((resolve) => probe.close(resolve));
}

/** Listens and returns the address with the port that the system chose for port 0. Throws a StartError. */
export async function listen(app: FastifyInstance, address: Address): Promise<Address> {
	try {
		await app.listen(address);
	} catch (error) {
		throw portProblem(address, error);
	}
	return { host: address.host, port: portOf(app) ?? address.port };
}

/** The port that is being listened on; undefined before. */
export function portOf(app: FastifyInstance): number | undefined {
	const [address] = app.addresses();
	return typeof address === 'object' ? address.port : undefined;
}

function portProblem({ host, port }: Address, error: unknown): unknown {
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

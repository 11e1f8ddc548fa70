import { beforeEach } from 'vitest';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs } from '../../../test/fixtures.ts';

/** A server that knows passwords. */
export interface PasswordServer {
	/** Whom it takes the browser for. */
	check: ApiOutputs['auth']['check'];
}

/** Call once at the top of a test file: each test begins with a creator for whom these passwords are right. */
export function usePasswordServer(right: { readonly premium: string; readonly admin?: string }): PasswordServer {
	const server: PasswordServer = { check: signedInAs('creator') };
	beforeEach(() => {
		server.check = signedInAs('creator');
		api.use(
			procedure('auth', 'check', () => server.check),
			procedure('auth', 'signInWithPassword', (input) => {
				const { kind, password } = input as { kind: 'premium' | 'admin'; password: string };
				if (password !== right[kind]) return new Refusal(401, 'This password is not right.');
				server.check = signedInAs('creator', kind === 'premium' ? { premium: true } : { adminUnlocked: true });
				return server.check;
			}),
		);
	});
	return server;
}

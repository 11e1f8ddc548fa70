import { deleteAccount, getAccountDeletion } from '@adx/core/auth/account/delete-account';
import { startDiscordSignIn } from '@adx/core/auth/discord/start-sign-in';
import { startEmergencyAccess } from '@adx/core/auth/emergency/start-emergency-access';
import { getCaller } from '@adx/core/auth/get-caller';
import { signInWithPassword } from '@adx/core/auth/passwords/sign-in-with-password';
import { logout } from '@adx/core/auth/sessions/sessions';
import { createToken, listOwnTokens, revokeToken } from '@adx/core/auth/tokens/access-tokens';
import { readPublicConfig } from '@adx/core/platform/public-config';
import {
	accessCheckOutput,
	accessTokenOutput,
	createTokenInput,
	createTokenOutput,
	logoutOutput,
	signInWithPasswordInput,
	startDiscordOutput,
	tokenInput,
} from '@adx/validators/auth/auth';
import { publicConfigOutput } from '@adx/validators/config';
import { accountDeletionOutput, deletionResultOutput } from '@adx/validators/deletion';
import { z } from 'zod';
import { procedure, router } from '../trpc.ts';
import { premiumProcedures } from './premium.ts';
import { recoveryProcedures } from './recovery.ts';

export const authRouter = router({
	check: procedure
		.meta({ access: 'public', rest: { method: 'GET', path: '/api/auth/check' }, summary: 'Who am I?' })
		.output(accessCheckOutput)
		.query(({ ctx }) => getCaller(ctx)),
	config: procedure
		.meta({
			access: 'public',
			rest: { method: 'GET', path: '/api/config' },
			summary: 'Public settings, readable before sign-in',
		})
		.output(publicConfigOutput)
		.query(({ ctx }) => readPublicConfig(ctx)),
	signInWithPassword: procedure
		.meta({
			access: 'limited',
			rest: { method: 'POST', path: '/api/auth/password' },
			summary: 'Sign in with a password',
		})
		.input(signInWithPasswordInput)
		.output(accessCheckOutput)
		.mutation(({ ctx, input }) => signInWithPassword(ctx, input)),
	startDiscord: procedure
		.meta({
			access: 'limited',
			rest: { method: 'GET', path: '/api/auth/discord' },
			summary: 'The URL for signing in with Discord',
		})
		.output(startDiscordOutput)
		.query(({ ctx }) => startDiscordSignIn(ctx)),
	startEmergency: procedure
		.meta({
			access: 'limited',
			rest: { method: 'POST', path: '/api/auth/emergency' },
			summary: 'Get one hour of emergency access when Discord is down',
		})
		.output(accessCheckOutput)
		.mutation(({ ctx }) => startEmergencyAccess(ctx)),
	logout: procedure
		.meta({ access: 'public', rest: { method: 'POST', path: '/api/auth/discord/logout' }, summary: 'End the session' })
		.output(logoutOutput)
		.mutation(({ ctx }) => logout(ctx)),
	...premiumProcedures,
	...recoveryProcedures,
	listTokens: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/tokens' },
			summary: 'Your access tokens, newest first',
		})
		.output(z.array(accessTokenOutput))
		.query(({ ctx }) => listOwnTokens(ctx)),
	createToken: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/tokens' },
			summary: 'Create an access token for scripts',
		})
		.input(createTokenInput)
		.output(createTokenOutput)
		.mutation(({ ctx, input }) => createToken(ctx, input)),
	revokeToken: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/tokens/{tokenId}' },
			summary: 'Revoke one of your access tokens',
		})
		.input(tokenInput)
		.output(accessTokenOutput)
		.mutation(({ ctx, input }) => revokeToken(ctx, input)),
	accountDeletion: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/account/deletion' },
			summary: 'What deleting your account data would free, and what prevents it',
			// As many jobs and merges as there are, each in slices of some 20 ms.
			budget: { cpuMs: 60_000, rows: 1_000_000 },
		})
		.output(accountDeletionOutput)
		.query(({ ctx }) => getAccountDeletion(ctx)),
	deleteAccount: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/account' },
			summary: 'Delete all data of your account and end its sessions',
			description: '409 with every reason that prevents it.',
			// After 3 s the rest is left to a worker.
			budget: { cpuMs: 20_000, rows: 300_000 },
		})
		.output(deletionResultOutput)
		.mutation(({ ctx }) => deleteAccount(ctx)),
});

import { checkAccess } from '@adx/core/auth/check';
import { readPublicConfig } from '@adx/core/auth/config';
import { logout } from '@adx/core/auth/logout';
import { signInWithPassword } from '@adx/core/auth/sign-in-with-password';
import { accessCheckOutput, logoutOutput, signInWithPasswordInput } from '@adx/validators/auth';
import { publicConfigOutput } from '@adx/validators/database';
import { procedure, router } from '../trpc.ts';

export const authRouter = router({
	check: procedure
		.meta({ access: 'public', rest: { method: 'GET', path: '/api/auth/check' }, summary: 'Who am I?' })
		.output(accessCheckOutput)
		.query(({ ctx }) => checkAccess(ctx)),
	config: procedure
		.meta({
			access: 'public',
			rest: { method: 'GET', path: '/api/config' },
			summary: 'What a page may know before sign-in',
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
	logout: procedure
		.meta({ access: 'public', rest: { method: 'POST', path: '/api/auth/discord/logout' }, summary: 'End the session' })
		.output(logoutOutput)
		.mutation(({ ctx }) => logout(ctx)),
});

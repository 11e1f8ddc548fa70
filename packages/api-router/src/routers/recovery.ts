import { createRecoveryCode, getRecoveryCode, signInWithRecoveryCode } from '@adx/core/auth/recovery/recovery-codes';
import { accessCheckOutput } from '@adx/validators/auth/auth';
import { createRecoveryCodeOutput, recoveryCodeInput, recoveryCodeOutput } from '@adx/validators/auth/recovery';
import { procedure } from '../trpc.ts';

/** The way back to an account without Discord; part of the router `auth`. */
export const recoveryProcedures = {
	recoveryCode: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/recovery' },
			summary: 'Whether you can have a recovery code, and when yours was created',
		})
		.output(recoveryCodeOutput)
		.query(({ ctx }) => getRecoveryCode(ctx)),
	createRecoveryCode: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/recovery' },
			summary: 'Create a code that restores your account in another browser',
			description: 'An earlier code stops working.',
		})
		.output(createRecoveryCodeOutput)
		.mutation(({ ctx }) => createRecoveryCode(ctx)),
	signInWithRecoveryCode: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/recovery/sign-in' },
			summary: 'Sign in to the account that a recovery code belongs to',
		})
		.input(recoveryCodeInput)
		.output(accessCheckOutput)
		.mutation(({ ctx, input }) => signInWithRecoveryCode(ctx, input)),
};

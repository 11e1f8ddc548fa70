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
			summary: 'Whether your account can have a recovery code, and when it was made',
		})
		.output(recoveryCodeOutput)
		.query(({ ctx }) => getRecoveryCode(ctx)),
	createRecoveryCode: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/recovery' },
			summary: 'Create a code that restores your account in another browser; an earlier code stops working',
		})
		.output(createRecoveryCodeOutput)
		.mutation(({ ctx }) => createRecoveryCode(ctx)),
	signInWithRecoveryCode: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/recovery/sign-in' },
			summary: 'Become the account whose recovery code it is, in this browser',
		})
		.input(recoveryCodeInput)
		.output(accessCheckOutput)
		.mutation(({ ctx, input }) => signInWithRecoveryCode(ctx, input)),
};

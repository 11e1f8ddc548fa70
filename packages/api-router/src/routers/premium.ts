import { listPremiumPayments, payPremium } from '@adx/core/premium/pay-premium';
import { removePremium } from '@adx/core/premium/remove-premium';
import { accessCheckOutput } from '@adx/validators/auth';
import { payPremiumInput, premiumPaymentOutput } from '@adx/validators/premium';
import { z } from 'zod';
import { procedure } from '../trpc.ts';

/** What opens Premium, and takes it away; part of the router `auth`. */
export const premiumProcedures = {
	listPremiumPayments: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/premium' },
			summary: 'What you paid for Premium, newest first',
		})
		.output(z.array(premiumPaymentOutput))
		.query(({ ctx }) => listPremiumPayments(ctx)),
	payPremium: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/premium' },
			summary: 'Open Premium with a transaction that paid for it',
		})
		.input(payPremiumInput)
		.output(accessCheckOutput)
		.mutation(({ ctx, input }) => payPremium(ctx, input)),
	removePremium: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/premium' },
			summary: 'Take premium from this session, and switch off what was paid for',
		})
		.output(accessCheckOutput)
		.mutation(({ ctx }) => removePremium(ctx)),
};

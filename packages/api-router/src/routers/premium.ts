import { listPremiumPayments, payPremium } from '@adx/core/premium/pay-premium';
import { removePremium } from '@adx/core/premium/remove-premium';
import { endStartedPayments, listStartedPayments, startPayment } from '@adx/core/premium/started-payments';
import { accessCheckOutput, logoutOutput } from '@adx/validators/auth/auth';
import {
	payPremiumInput,
	premiumPaymentOutput,
	startedPaymentOutput,
	startPaymentInput,
} from '@adx/validators/premium';
import { z } from 'zod';
import { procedure } from '../trpc.ts';

/** What opens Premium, and takes it away; part of the router `auth`. */
export const premiumProcedures = {
	listPremiumPayments: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/premium' },
			summary: 'Your payments for Premium, newest first',
		})
		.output(z.array(premiumPaymentOutput))
		.query(({ ctx }) => listPremiumPayments(ctx)),
	payPremium: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/premium' },
			summary: 'Unlock Premium with the transaction that paid for it',
		})
		.input(payPremiumInput)
		.output(accessCheckOutput)
		.mutation(({ ctx, input }) => payPremium(ctx, input)),
	listStartedPayments: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/premium/started' },
			summary: 'Started payments for Premium that may still be under way',
		})
		.output(z.array(startedPaymentOutput))
		.query(({ ctx }) => listStartedPayments(ctx)),
	startPayment: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/premium/started' },
			summary: 'Record a payment for Premium before asking the wallet for it',
			description: 'The payment is then found on the chain, even if the page is closed.',
		})
		.input(startPaymentInput)
		.output(startedPaymentOutput)
		.mutation(({ ctx, input }) => startPayment(ctx, input)),
	endStartedPayments: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/premium/started' },
			summary: 'Discard started payments that the wallet never sent',
			description: 'Another payment can then be started.',
		})
		.output(logoutOutput)
		.mutation(({ ctx }) => endStartedPayments(ctx)),
	removePremium: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/premium' },
			summary: 'Remove Premium from your session and deactivate its payments',
		})
		.output(accessCheckOutput)
		.mutation(({ ctx }) => removePremium(ctx)),
};

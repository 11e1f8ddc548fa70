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
	listStartedPayments: procedure
		.meta({
			access: 'session',
			rest: { method: 'GET', path: '/api/auth/premium/started' },
			summary: 'Payments for Premium that your wallet was asked for and that may be under way',
		})
		.output(z.array(startedPaymentOutput))
		.query(({ ctx }) => listStartedPayments(ctx)),
	startPayment: procedure
		.meta({
			access: 'session',
			rest: { method: 'POST', path: '/api/auth/premium/started' },
			summary: 'Note that a wallet is about to be asked to pay for Premium, so that the payment is found on the chain',
		})
		.input(startPaymentInput)
		.output(startedPaymentOutput)
		.mutation(({ ctx, input }) => startPayment(ctx, input)),
	endStartedPayments: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/premium/started' },
			summary: 'Say that the wallet sent nothing, so that another payment can be started',
		})
		.output(logoutOutput)
		.mutation(({ ctx }) => endStartedPayments(ctx)),
	removePremium: procedure
		.meta({
			access: 'session',
			rest: { method: 'DELETE', path: '/api/auth/premium' },
			summary: 'Take premium from this session, and switch off what was paid for',
		})
		.output(accessCheckOutput)
		.mutation(({ ctx }) => removePremium(ctx)),
};

import type { PayPremiumInput } from '@adx/validators/premium';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs } from '../../../test/fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { endWithoutWallets, haveWallet, startWithoutWallets, testHash } from '../../wallets/evm/evm-wallet-testing.ts';
import { clearRefusedPayment } from './payment-notifications.ts';

export type Check = ApiOutputs['auth']['check'];
type StartedPayments = ApiOutputs['auth']['listStartedPayments'];
type Payments = ApiOutputs['auth']['listPremiumPayments'];

export const treasury = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
export const polygon = {
	chain: 'polygon',
	chainId: 137,
	symbol: 'MATIC',
	price: '5',
	treasury,
	confirmations: 3,
	explorerUrl: 'https://explorer.example',
} as const;
export const ethereum = { ...polygon, chain: 'ethereum', chainId: 1, symbol: 'ETH', price: '0.002' } as const;
/** What speeding a payment up in the wallet makes of it. */
export const otherHash = `0x${'cd'.repeat(32)}`;

/** A server that sells Premium, what it answers, and what it was asked. */
export interface PremiumServer {
	check: Check;
	payments: Payments;
	/** What may be under way, as it knows. */
	started: StartedPayments;
	/** Why it starts no payment. */
	refusesStart: (() => Refusal) | null;
	/** What it answers about payments next, one after the other; then it accepts. */
	answers: ((input: PayPremiumInput) => Check | Refusal)[];
	readonly asked: ReturnType<typeof vi.fn<(input: PayPremiumInput) => void>>;
	readonly listed: ReturnType<typeof vi.fn<() => void>>;
	/** Accepts a payment. */
	readonly accept: (input?: Pick<PayPremiumInput, 'signature'>) => Check;
}

export const sell = (...premiumPrices: ApiOutputs['auth']['config']['premiumPrices']): void =>
	api.use(procedure('auth', 'config', () => ({ ...publicConfig, premiumPrices })));

/** Call once at the top of a test file: each test begins with a creator without Premium, which costs 5 MATIC. */
export function usePremiumServer(): PremiumServer {
	usePage();
	const server: PremiumServer = {
		check: signedInAs('creator'),
		payments: [],
		started: [],
		refusesStart: null,
		answers: [],
		asked: vi.fn(),
		listed: vi.fn(),
		accept({ signature } = { signature: testHash }) {
			server.check = signedInAs('creator', { premium: true });
			const paidAt = new Date('2026-11-22T10:00:00Z');
			server.started = [];
			server.payments = [{ chain: 'polygon', signature, active: true, paidAt, explorerUrl: null }];
			return server.check;
		},
	};
	beforeAll(async () => {
		await Promise.all([
			import('./premium-offer.tsx'),
			import('./wallet-payment.tsx'),
			import('./payment-watcher.tsx'),
			import('./paid-premium.tsx'),
		]);
	}, 60_000);
	beforeEach(() => {
		startWithoutWallets();
		clearRefusedPayment();
		server.asked.mockReset();
		server.listed.mockReset();
		server.check = signedInAs('creator');
		server.payments = [];
		server.started = [];
		server.refusesStart = null;
		server.answers = [];
		sell(polygon);
		api.use(
			procedure('auth', 'check', () => server.check),
			procedure('auth', 'listPremiumPayments', () => {
				server.listed();
				return server.payments;
			}),
			procedure('auth', 'listStartedPayments', () => (server.check.user?.id === 'user-1' ? server.started : [])),
			procedure('auth', 'startPayment', (given) => {
				if (server.refusesStart !== null) return server.refusesStart();
				const started = { ...(given as { chain: 'polygon' }), startedAt: new Date(), secondsLeft: 900 };
				server.started = [started];
				return started;
			}),
			procedure('auth', 'endStartedPayments', () => {
				server.started = [];
				return { ok: true as const };
			}),
			procedure('auth', 'payPremium', (given) => {
				const input = given as PayPremiumInput;
				server.asked(input);
				return (server.answers.shift() ?? server.accept)(input);
			}),
			procedure('auth', 'removePremium', () => {
				server.check = signedInAs('creator');
				server.payments = server.payments.map((payment) => ({ ...payment, active: false }));
				return server.check;
			}),
		);
	});
	afterEach(endWithoutWallets);
	return server;
}

/** On its way, with so many of three confirmations. */
export const waiting = (seen: number) => () => {
	const sentence = `The payment is on its way: ${3 - seen} confirmations are missing of 3.`;
	const wait = { retryAfterSeconds: 0.05, confirmations: { seen, needed: 3 } };
	return new Refusal(409, sentence, {}, 'payment_unconfirmed', wait);
};
export const refused =
	(sentence: string, status = 402, reason: Refusal['reason'] = 'payment_too_small') =>
	() =>
		new Refusal(status, sentence, {}, reason);
/** The chain does not know it. */
export const unknown = () =>
	new Refusal(409, 'Polygon knows no such transaction yet.', {}, 'payment_unknown', { retryAfterSeconds: 3_600 });

export async function openDialog() {
	openPage();
	await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
	await userEvent.click(await screen.findByRole('menuitem', { name: /^Premium/ }));
	const dialog = await screen.findByRole('dialog', { name: 'Premium' });
	// Menu and dialog settle over some frames who has the focus; nobody presses the next button within them.
	await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
	return within(dialog);
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

export const toastTitle = (title: string) => screen.findByText(title, { selector: '[data-tone] *' });
export const payButton = (dialog: Dialog) => dialog.findByRole('button', { name: 'Pay with wallet' });

/** The dialog of somebody whose wallet is connected. */
export async function openConnected(wallet = haveWallet({ isConnected: true })) {
	const dialog = await openDialog();
	await waitFor(async () => expect(await payButton(dialog)).toHaveAttribute('aria-disabled', 'false'));
	return { dialog, wallet };
}

/** Into the field that has the focus: typed one by one, 66 letters draw the page as often. */
export async function pasteAndEnter(hash: string): Promise<void> {
	if (hash !== '') await userEvent.paste(hash);
	await userEvent.keyboard('{Enter}');
}

export async function enterHash(dialog: Dialog, hash: string): Promise<void> {
	await userEvent.click(await dialog.findByText('Paid already, or paying manually'));
	await userEvent.click(dialog.getByLabelText(/^Transaction hash on/));
	await pasteAndEnter(hash);
}

const keyOf = (signature: string) => `adx_premium_payment:polygon:${signature}`;

/** Stores a payment on Polygon as this page, or another tab, keeps one. */
export const storePayment = (userId: string, isNamed: boolean, signature = testHash): void =>
	localStorage.setItem(keyOf(signature), JSON.stringify({ chain: 'polygon', signature, userId, isNamed }));
export const removePayment = (signature = testHash): void => localStorage.removeItem(keyOf(signature));
/** Hashes of the payments that this browser waits for. */
export const storedHashes = (): string[] =>
	Object.keys(localStorage)
		.filter((key) => key.startsWith(keyOf('')))
		.map((key) => key.slice(keyOf('').length));
/** What the spec has this browser remember of an accepted payment. */
export const flags = () => [localStorage.getItem('adx_premium'), localStorage.getItem('adx_premium_signature')];

const startedKey = 'adx_premium_started:user-1';

/** Stores that a wallet was asked to pay on Polygon, as a page that was closed has kept it. */
export const storeStarted = (until: number): void =>
	localStorage.setItem(startedKey, JSON.stringify({ chain: 'polygon', wallet: 'Fake Wallet', until }));
/** The payments that this browser knows to be started. */
export const listStarted = (): unknown[] =>
	[localStorage.getItem(startedKey)].flatMap((text) => (text === null ? [] : [JSON.parse(text)]));

import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { createItem, createPurchase } from '../../../test/sale-fixtures.ts';
import {
	choosePurchase,
	getFollowUp,
	initialPurchase,
	isPolled,
	type PurchaseEvent,
	type PurchaseState,
	transition,
	viewPurchase,
} from './purchase-state.ts';
import type { StartedPurchase } from './purchase-store.ts';
import type { ItemOffer } from './purchase-wallet.ts';
import { saleTexts } from './sale-texts.ts';

const offer = { signBy: 5 } as ItemOffer;
const note = { text: 'Why', isError: true };
const unanswered = { purchase: null, error: null };

const after = (...events: readonly PurchaseEvent[]): PurchaseState => events.reduce(transition, initialPurchase);
const offered = after(
	{ type: 'reserve' },
	{ type: 'connected' },
	{ type: 'reserved', reservationId: 'own' },
	{ type: 'offered', offer },
);
const started = (changes: Partial<StartedPurchase> = {}): StartedPurchase => ({
	reservationId: 'own',
	walletAddress: 'wallet',
	begunAt: 1,
	state: 'offered',
	transactions: [],
	...changes,
});
const answered = (changes: Parameters<typeof createPurchase>[0]) => ({
	purchase: createPurchase(changes),
	error: null,
});

describe('what this tab does', () => {
	test('goes from the press to the signature', () => {
		const steps: readonly PurchaseEvent[] = [
			{ type: 'reserve' },
			{ type: 'connected' },
			{ type: 'reserved', reservationId: 'own' },
			{ type: 'offered', offer },
			{ type: 'sign' },
			{ type: 'signed' },
		];
		const states = steps.map((_, count) => after(...steps.slice(0, count + 1)));
		expect(states.map(({ step }) => step)).toEqual(['connecting', 'reserving', 'reading', null, 'signing', null]);
		expect(states.map((state) => state.offer)).toEqual([null, null, null, offer, offer, null]);
		expect(states.at(-1)).toEqual({ ...initialPurchase, ownId: 'own' });
	});

	test('a wallet that does not connect leaves everything as it was', () => {
		expect(after({ type: 'reserve' }, { type: 'notConnected' })).toEqual(initialPurchase);
	});

	test('a request closed in the wallet leaves the offer, any other failure the reservation alone', () => {
		const signing = transition(offered, { type: 'sign' });
		const closed = transition(signing, { type: 'failed', note, keepsOffer: true });
		expect(closed).toEqual({ ...offered, note });
		const failed = transition(signing, { type: 'failed', note, keepsOffer: false });
		expect(failed).toEqual({ ...offered, offer: null, note });
	});

	test('leaving it while the wallet is asked ends nothing: the wallet’s answer does', () => {
		const left = transition(transition(offered, { type: 'sign' }), { type: 'left', note: null });
		expect(left).toEqual({ ...initialPurchase, step: 'signing' });
		expect(transition(left, { type: 'failed', note, keepsOffer: false })).toEqual({ ...initialPurchase, note });
	});

	test.each(['reserve', 'sign'] as const)('what was said last goes with the next press: %s', (type) => {
		expect(transition({ ...offered, note }, { type }).note).toBeNull();
	});

	test('of a submission tells the delay, and the refusal', () => {
		expect(after({ type: 'submitDelayed', delay: 'busy' }).delay).toBe('busy');
		expect(after({ type: 'submitRefused', note }).note).toBe(note);
	});
});

describe('the purchase to show', () => {
	const signed = started({ reservationId: 'signed', state: 'signed' });
	const others = [signed, started({ reservationId: 'other', walletAddress: 'stranger' })];

	test('is the one of this tab, also when another tab forgot it', () => {
		expect(choosePurchase(offered, [...others, started()], 'wallet')).toEqual(started());
		const own = transition(offered, { type: 'signed' });
		expect(choosePurchase(own, others, 'wallet')).toEqual(started({ begunAt: 0 }));
	});

	test('is no other one while this tab works on its own', () => {
		expect(choosePurchase(offered, others, 'wallet')).toBeNull();
		expect(choosePurchase(after({ type: 'reserve' }), others, 'wallet')).toBeNull();
	});

	test('is whatever was signed, or else what is set aside for the connected wallet', () => {
		expect(choosePurchase(initialPurchase, others, 'wallet')).toBe(signed);
		const [, other] = others;
		expect(choosePurchase(initialPurchase, others.slice(1), 'wallet')).toBeNull();
		expect(choosePurchase(initialPurchase, others.slice(1), 'stranger')).toBe(other);
		expect(choosePurchase(initialPurchase, others.slice(1), null)).toBe(other);
	});

	test('is not asked about while it is only set aside and this tab works on it', () => {
		expect(isPolled(offered, started())).toBe(false);
		expect(isPolled(offered, started({ state: 'taken' }))).toBe(true);
		expect(isPolled(initialPurchase, started())).toBe(true);
	});
});

describe('what the page does by itself', () => {
	const end = (text: string, isError: boolean) => ({ type: 'end', reservationId: 'own', note: { text, isError } });

	test.each([
		['refused by the chain', answered({ status: 'failed', errorMessage: 'Full.' }), end('Full.', true)],
		['refused without a word', answered({ status: 'failed', errorMessage: null }), end(saleTexts.buy.failed, true)],
		['too late', answered({ status: 'expired' }), end(saleTexts.buy.expired, false)],
	])('ends a purchase that came to nothing: %s', (_name, answer, expected) => {
		expect(getFollowUp(initialPurchase, started({ state: 'taken' }), answer)).toEqual(expected);
	});

	test('ends one that nobody knows any more, and says so where it was signed', () => {
		const gone = new TRPCClientError('Gone', { meta: { response: new Response(null, { status: 404 }) } });
		const answer = { purchase: null, error: gone };
		expect(getFollowUp(initialPurchase, started({ state: 'taken' }), answer)).toEqual(end(saleTexts.buy.unknown, true));
		expect(getFollowUp(initialPurchase, started(), answer)).toMatchObject({ type: 'end', note: null });
	});

	test('takes away what another tab signed, and the signature that the server has', () => {
		const signed = started({ state: 'signed' });
		expect(getFollowUp(offered, signed, unanswered)).toEqual({ type: 'dropOffer', reservationId: 'own' });
		expect(getFollowUp(transition(offered, { type: 'sign' }), signed, unanswered)).toBeNull();
		const dropped = { type: 'dropSignatures', reservationId: 'own' };
		expect(getFollowUp(initialPurchase, signed, answered({ status: 'sent' }))).toEqual(dropped);
		expect(getFollowUp(initialPurchase, signed, answered({ status: 'reserved' }))).toBeNull();
	});

	test('nothing where nothing was started, told or done', () => {
		expect(getFollowUp(offered, null, unanswered)).toBeNull();
		expect(getFollowUp(offered, started(), unanswered)).toBeNull();
	});
});

describe('what is shown', () => {
	const phaseOf = (...given: Parameters<typeof viewPurchase>) => viewPurchase(...given).phase;

	test('follows the work of this tab', () => {
		expect(phaseOf(initialPurchase, null, unanswered)).toBe('ready');
		expect(phaseOf(after({ type: 'reserve' }), null, unanswered)).toBe('working');
		expect(phaseOf(offered, started(), unanswered)).toBe('review');
		expect(phaseOf(transition(offered, { type: 'sign' }), started(), unanswered)).toBe('review');
		expect(phaseOf(transition(offered, { type: 'signed' }), started({ state: 'signed' }), unanswered)).toBe('waiting');
	});

	test('follows what the server tells of a purchase, and nothing of one that is over', () => {
		const bought = answered({ status: 'confirmed', items: [createItem(7)] });
		expect(phaseOf(initialPurchase, started(), answered({ status: 'reserved' }))).toBe('held');
		expect(phaseOf(initialPurchase, started(), answered({ status: 'sent' }))).toBe('waiting');
		expect(viewPurchase(initialPurchase, started({ state: 'taken' }), bought)).toMatchObject({
			phase: 'bought',
			items: [{ name: 'Frost & Fire #7' }],
			note: { text: 'It is yours: Frost & Fire #7' },
		});
		expect(phaseOf(initialPurchase, null, bought)).toBe('ready');
	});

	test('says why a signature is not sent yet', () => {
		const signed = started({ state: 'signed' });
		const textOf = (state: PurchaseState, of = signed) => viewPurchase(state, of, unanswered).note.text;
		expect(viewPurchase(initialPurchase, signed, unanswered).isUnsent).toBe(true);
		expect(textOf(initialPurchase)).toBe(saleTexts.buy.steps.submitting);
		expect(textOf(after({ type: 'submitDelayed', delay: 'busy' }))).toBe(saleTexts.buy.busy);
		expect(textOf(initialPurchase, started({ state: 'taken' }))).toBe(saleTexts.buy.waiting);
	});

	test('tells how the last try ended until the next one', () => {
		expect(viewPurchase(after({ type: 'submitRefused', note }), null, unanswered).note).toBe(note);
		expect(viewPurchase({ ...initialPurchase, step: 'reserving', note }, null, unanswered).note).toEqual({
			text: saleTexts.buy.steps.reserving,
		});
	});
});

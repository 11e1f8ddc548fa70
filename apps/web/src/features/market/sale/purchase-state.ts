import type { Purchase, Sale, SaleState } from '@adx/validators/sale/sales';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { shortenAddress } from '../../wallets/short-address.ts';
import type { SigningErrorMessage } from '../../wallets/signing-errors.ts';
import type { SubmitDelay } from '../../wallets/solana/sign/submit-signed-transactions.ts';
import type { StartedPurchase } from './purchase-store.ts';
import type { ItemOffer } from './purchase-wallet.ts';
import { saleTexts } from './sale-texts.ts';

const texts = saleTexts.buy;

export type PurchaseStep = 'connecting' | 'reserving' | 'proving' | 'reading' | 'signing';

/** How a try ended. */
export interface PurchaseNote extends SigningErrorMessage {
	/** What a refusal was decided by, as `toRefusalBasis` has it; undefined where it holds whatever becomes of the sale. */
	readonly basis?: string;
}

/** What this tab does about a purchase. What was started lies in the purchase store, for reloads and other tabs. */
export interface PurchaseState {
	/** Null while nothing is under way. */
	readonly step: PurchaseStep | null;
	/** The name of the wallet that is to show whose it is; '' unless one is asked to. */
	readonly prover: string;
	/** Set aside, and waiting for the word to sign it. */
	readonly offer: ItemOffer | null;
	/** The reservation that this tab started; it is followed even when another tab forgets it. */
	readonly ownId: string | null;
	/** How the last try ended; null where that speaks for itself. */
	readonly note: PurchaseNote | null;
	/** Why the server does not have the signature yet. */
	readonly delay: SubmitDelay | null;
}

export const initialPurchase: PurchaseState = {
	step: null,
	prover: '',
	offer: null,
	ownId: null,
	note: null,
	delay: null,
};

export type PurchaseEvent =
	| { readonly type: 'reserve' | 'connected' | 'notConnected' | 'sign' }
	| { readonly type: 'prove'; readonly prover: string }
	| { readonly type: 'reserved'; readonly reservationId: string }
	| { readonly type: 'offered'; readonly offer: ItemOffer }
	/** By the wallet here, or in another tab. */
	| { readonly type: 'signed' }
	/** A request that was closed in the wallet may be opened again; what anybody else refused is of no more use. */
	| { readonly type: 'failed'; readonly note: PurchaseNote; readonly keepsOffer: boolean }
	/** The waiting for the wallet was called off. */
	| { readonly type: 'stopped' }
	| { readonly type: 'submitDelayed'; readonly delay: SubmitDelay | null }
	| { readonly type: 'submitRefused'; readonly note: SigningErrorMessage }
	/** Given up, over, or had. */
	| { readonly type: 'left'; readonly note: SigningErrorMessage | null };

export function transition(state: PurchaseState, event: PurchaseEvent): PurchaseState {
	switch (event.type) {
		case 'reserve':
			return { ...state, step: 'connecting', offer: null, note: null };
		case 'connected':
			return { ...state, step: 'reserving', prover: '' };
		case 'prove':
			return { ...state, step: 'proving', prover: event.prover };
		case 'notConnected':
			return { ...state, step: null };
		case 'reserved':
			return { ...state, step: 'reading', ownId: event.reservationId };
		case 'offered':
			return { ...state, step: null, offer: event.offer };
		case 'sign':
			return { ...state, step: 'signing', note: null };
		case 'signed':
			return { ...state, step: null, offer: null };
		case 'failed':
			return { ...state, step: null, prover: '', offer: event.keepsOffer ? state.offer : null, note: event.note };
		case 'stopped': {
			const text = state.step === 'proving' ? texts.proof.stopped : texts.stopped;
			return { ...state, step: null, prover: '', offer: null, note: { text, isError: false } };
		}
		case 'submitDelayed':
			return { ...state, delay: event.delay };
		case 'submitRefused':
			return { ...state, note: event.note };
		case 'left':
			// Work that is under way ends by itself, and says how.
			return { ...state, offer: null, ownId: null, note: event.note };
	}
}

const isBusy = ({ step, offer }: PurchaseState) => step !== null || offer !== null;

/** The purchase to show of those started in this browser: the tab's own, then what is signed, then the wallet's. */
export function choosePurchase(
	state: PurchaseState,
	all: readonly StartedPurchase[],
	walletAddress: string | null,
): StartedPurchase | null {
	const { ownId } = state;
	const own = all.find(({ reservationId }) => reservationId === ownId);
	if (own !== undefined || isBusy(state)) return own ?? null;
	// Another tab forgot it, having learned how it ended; so will this one.
	if (ownId !== null) {
		return { reservationId: ownId, walletAddress: walletAddress ?? '', begunAt: 0, state: 'offered', transactions: [] };
	}
	const isOfWallet = (each: StartedPurchase) => walletAddress === null || each.walletAddress === walletAddress;
	return all.find((each) => each.state !== 'offered' || isOfWallet(each)) ?? null;
}

/** Whether the server is asked what became of it: not while this tab works on what it set aside. */
export const isPolled = (state: PurchaseState, { state: stored }: StartedPurchase) =>
	stored !== 'offered' || !isBusy(state);

/** What the server said of the purchase that is shown. */
export interface PurchaseAnswer {
	/** Null until the server answered. */
	readonly purchase: Purchase | null;
	readonly error: unknown;
}

/** Why a purchase is over without an item; undefined while it is not. */
function getEnd(
	{ state }: StartedPurchase,
	{ purchase, error }: PurchaseAnswer,
): SigningErrorMessage | null | undefined {
	const status = getHttpStatus(error);
	if (status === 404 || status === 400) return state === 'offered' ? null : { text: texts.unknown, isError: true };
	if (purchase?.status === 'failed') return { text: purchase.errorMessage ?? texts.failed, isError: true };
	if (purchase?.status === 'expired') return { text: texts.expired, isError: false };
	return undefined;
}

/** What the page has to do by itself about what other tabs, the server or the chain did. */
export type FollowUp =
	/** Nothing more will become of it. */
	| { readonly type: 'end'; readonly reservationId: string; readonly note: SigningErrorMessage | null }
	/** Another tab signed what is offered here. */
	| { readonly type: 'dropOffer'; readonly reservationId: string }
	/** The server has the signature already. */
	| { readonly type: 'dropSignatures'; readonly reservationId: string };

export function getFollowUp(
	state: PurchaseState,
	started: StartedPurchase | null,
	answer: PurchaseAnswer,
): FollowUp | null {
	if (started === null) return null;
	const { reservationId } = started;
	const note = getEnd(started, answer);
	if (note !== undefined) return { type: 'end', reservationId, note };
	if (state.offer !== null && state.step === null && started.state !== 'offered') {
		return { type: 'dropOffer', reservationId };
	}
	const status = answer.purchase?.status;
	const isTaken = started.state === 'signed' && (status === 'sent' || status === 'confirmed');
	return isTaken ? { type: 'dropSignatures', reservationId } : null;
}

/** What the card is about. */
export type PurchasePhase = 'ready' | 'working' | 'review' | 'held' | 'waiting' | 'bought';

export interface PurchaseView {
	readonly phase: PurchasePhase;
	/** What was bought; none before. */
	readonly items: Purchase['pieces'];
	/** '' for nothing to say. */
	readonly note: { readonly text: string; readonly isError?: boolean };
	/** Whether the page has to stay open until the server has the signature. */
	readonly isUnsent: boolean;
}

/** What there is to show of a purchase; `started` is null where none is, or where it is over. */
export function viewPurchase(
	state: PurchaseState,
	started: StartedPurchase | null,
	answer: PurchaseAnswer,
): PurchaseView {
	const purchase = started === null ? null : answer.purchase;
	const phase = getPhase(state, started, purchase);
	const items = purchase?.items ?? [];
	return { phase, items, note: getNote(phase, state, started, items), isUnsent: started?.state === 'signed' };
}

/** Why nobody can buy; null where somebody can. */
export function getClosedState({
	state,
	mintedCount,
	supply,
	phases,
	phaseId,
}: Pick<Sale, 'state' | 'mintedCount' | 'supply' | 'phases' | 'phaseId'>):
	| Exclude<SaleState, 'selling'>
	| 'confirming'
	| 'unlisted'
	| null {
	if (state !== 'selling') return state;
	if (mintedCount >= supply) return 'confirming';
	return phases.find(({ id }) => id === phaseId)?.allowlistCount === 0 ? 'unlisted' : null;
}

/** What decides whether a wallet may buy, as far as the page knows it. */
export const toRefusalBasis = (
	{
		state,
		phaseId,
		phases,
		mintedCount,
		supply,
	}: Pick<Sale, 'state' | 'phaseId' | 'phases' | 'mintedCount' | 'supply'>,
	walletAddress: string | null,
): string => JSON.stringify([state, phaseId, phases, mintedCount >= supply, walletAddress]);

/** The state without a refusal that was decided by something else than what is so now. */
export const dropOutdatedRefusal = (state: PurchaseState, basis: string): PurchaseState =>
	state.note?.basis === undefined || state.note.basis === basis ? state : { ...state, note: null };

/** What all that is set aside costs, in total; null where nothing is, or where that is not known yet. */
export function getHeldPrice(
	phase: PurchasePhase,
	{ offer }: PurchaseState,
	purchase: Purchase | null,
	sale: Pick<Sale, 'priceLamports'>,
): string | null {
	if (phase === 'review') return offer?.priceLamports ?? null;
	if (purchase === null || (phase !== 'held' && phase !== 'waiting')) return null;
	const held = BigInt(purchase.priceLamports);
	const now = BigInt(sale.priceLamports) * BigInt(purchase.itemCount);
	// Whoever goes on pays no more than the sale asks by now; what was signed keeps its price.
	return String(phase === 'held' && now < held ? now : held);
}

function getNote(
	phase: PurchasePhase,
	{ step, note, delay }: PurchaseState,
	started: StartedPurchase | null,
	items: PurchaseView['items'],
): PurchaseView['note'] {
	if (phase === 'bought') return { text: saleTexts.reveal.got(items.map(({ name }) => name).join(', ')) };
	if (phase === 'waiting') {
		if (started?.state !== 'signed') return { text: texts.waiting };
		return { text: delay === null ? texts.steps.submitting : texts[delay] };
	}
	if (step === 'reserving' || step === 'reading') return { text: texts.steps[step] };
	if (step !== null) return { text: step === 'proving' ? texts.proof.why : '' };
	if (note !== null) return note;
	return { text: phase === 'held' ? texts.heldFor(shortenAddress(started?.walletAddress ?? '')) : '' };
}

function getPhase(
	{ step, offer }: PurchaseState,
	started: StartedPurchase | null,
	purchase: Purchase | null,
): PurchasePhase {
	if (purchase?.status === 'confirmed' && purchase.items.length > 0) return 'bought';
	if (purchase?.status === 'sent') return 'waiting';
	if (started !== null && started.state !== 'offered' && step === null) return 'waiting';
	if (offer !== null) return 'review';
	if (step !== null) return 'working';
	return purchase?.status === 'reserved' ? 'held' : 'ready';
}

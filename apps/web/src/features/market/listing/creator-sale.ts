import { symbolMaxLength } from '@adx/validators/limits';
import type { CreatorSale, SalePhase } from '@adx/validators/sales';
import { isRefusal } from '../../../lib/api/error-messages.ts';

/** A symbol as it is stored: upper case, no longer than there is room for, with no character cut in two. */
export function toSymbol(text: string): string {
	let symbol = '';
	for (const character of text.toUpperCase()) {
		if (symbol.length + character.length > symbolMaxLength) break;
		symbol += character;
	}
	return symbol;
}

/** The server's sentence where it says something about what was done, else the given one; then the cause is logged. */
export function getRefusalMessage(error: unknown, otherwise: string): string {
	if (error instanceof Error && error.message !== '' && isRefusal(error)) return error.message;
	console.error(otherwise, error);
	return otherwise;
}

/** While the server or the chain is at work. */
export const isInProgress = (phase: SalePhase) => phase === 'preparing' || phase === 'confirming';

/** Its sale is over, and its items are covered: the chain is waited for, or the creator. */
export const isRevealing = ({ state, reveal }: Pick<CreatorSale, 'state' | 'reveal'>) =>
	(state === 'sold_out' || state === 'ended') && reveal !== null && reveal.phase !== 'revealed';

/** The facts can still be changed by starting again. */
export const isEditable = (phase: SalePhase) => phase === 'preparing' || phase === 'unsigned' || phase === 'failed';

/** Items that nobody has. */
export const countUnownedItems = ({
	supply,
	soldCount,
	ownCount,
}: Pick<CreatorSale, 'supply' | 'soldCount' | 'ownCount'>) => Math.max(0, supply - soldCount - ownCount);

/** Whether it was ended for good; one whose end or last phase is over can go on. */
export const isClosed = ({ closedAt, chainState }: Pick<CreatorSale, 'closedAt' | 'chainState'>) =>
	closedAt !== null || chainState === 'ended';

/** Address of the page of a sale, with this site's name. */
export const absoluteUrl = (path: string) => new URL(path, window.location.origin).href;

export type StepState = 'done' | 'now' | 'later';
export const saleSteps = ['prepare', 'sign', 'confirm', 'publish', 'sell'] as const;
export type SaleStep = (typeof saleSteps)[number];

const stepOfPhase: Readonly<Record<Exclude<SalePhase, 'failed' | 'sold_out'>, SaleStep>> = {
	preparing: 'prepare',
	unsigned: 'sign',
	confirming: 'confirm',
	unpublished: 'publish',
	selling: 'sell',
};

/** How far a sale is; the step that publishes is left out where the server does it. */
export function getSteps({ phase, published }: Pick<CreatorSale, 'phase' | 'published'>) {
	const shown = saleSteps.filter((step) => step !== 'publish' || !published || phase === 'unpublished');
	if (phase === 'sold_out') return shown.map((step) => ({ step, state: 'done' as StepState }));
	const current = phase === 'failed' ? 0 : shown.indexOf(stepOfPhase[phase]);
	return shown.map((step, place) => ({
		step,
		state: (place < current ? 'done' : place === current ? 'now' : 'later') as StepState,
	}));
}

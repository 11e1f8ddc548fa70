import type { CreatorSale, SaleStage } from '@adx/validators/sale/sales';
import { listingTexts } from './listing-texts.ts';

/** While the server or the chain is at work. */
export const isInProgress = (phase: SaleStage) => phase === 'preparing' || phase === 'confirming';

/** Its sale is over, and its items are covered: the chain is waited for, or the creator. */
export const isRevealing = ({ state, reveal }: Pick<CreatorSale, 'state' | 'reveal'>) =>
	(state === 'sold_out' || state === 'ended') && reveal !== null && reveal.phase !== 'revealed';

/** Items that nobody has. */
export const countUnownedItems = ({
	supply,
	soldCount,
	ownCount,
}: Pick<CreatorSale, 'supply' | 'soldCount' | 'ownCount'>) => Math.max(0, supply - soldCount - ownCount);

/** Whether it was ended for good; one whose end or last phase is over can go on. */
export const isClosed = ({ closedAt, chainState }: Pick<CreatorSale, 'closedAt' | 'chainState'>) =>
	closedAt !== null || chainState === 'ended';

/** Why an open sale sells nothing just now; null where it sells, or is not open. */
export function getStoppedState({ phase, state }: Pick<CreatorSale, 'phase' | 'state'>) {
	return phase !== 'selling' || state === 'selling' || state === 'sold_out' ? null : state;
}

/** How far a sale is, in a word or two. */
export function describeStage(sale: Pick<CreatorSale, 'phase' | 'state'>): string {
	const stopped = getStoppedState(sale);
	return stopped === null ? listingTexts.phases[sale.phase] : listingTexts.states[stopped];
}

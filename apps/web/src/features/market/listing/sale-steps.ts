import type { CreatorSale, SaleStage } from '@adx/validators/sale/sales';
import { getStoppedState } from './sale-stage.ts';

export type StepState = 'done' | 'now' | 'later';
export const saleSteps = ['prepare', 'sign', 'confirm', 'publish', 'sell'] as const;
export type SaleStep = (typeof saleSteps)[number];

const stepOfPhase: Readonly<Record<Exclude<SaleStage, 'failed' | 'sold_out'>, SaleStep>> = {
	preparing: 'prepare',
	unsigned: 'sign',
	confirming: 'confirm',
	unpublished: 'publish',
	selling: 'sell',
};

/** How far a sale is; the step that publishes is left out where the server does it, which it does while it prepares. */
export function getSteps(sale: Pick<CreatorSale, 'phase' | 'state' | 'published' | 'publishesFiles'>) {
	const { phase, published, publishesFiles } = sale;
	const isPublished = published || (publishesFiles && (phase === 'preparing' || phase === 'failed'));
	const shown = saleSteps.filter((step) => step !== 'publish' || !isPublished || phase === 'unpublished');
	// Nothing is under way any more, even if some items were not sold.
	if (phase === 'sold_out' || getStoppedState(sale) === 'ended')
		return shown.map((step) => ({ step, state: 'done' as StepState }));
	const current = phase === 'failed' ? 0 : shown.indexOf(stepOfPhase[phase]);
	return shown.map((step, place) => ({
		step,
		state: (place < current ? 'done' : place === current ? 'now' : 'later') as StepState,
	}));
}

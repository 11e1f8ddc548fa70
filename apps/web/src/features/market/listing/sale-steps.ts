import type { CreatorSale, SaleStage } from '@adx/validators/sale/sales';

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

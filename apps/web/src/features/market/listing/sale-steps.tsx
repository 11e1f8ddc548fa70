import type { CreatorSale } from '@adx/validators/sales';
import clsx from 'clsx';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { getSteps } from './creator-sale.ts';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.steps;

const icons = { done: CircleCheck, now: CircleDot, later: CircleDashed };
const styles = { done: 'text-ok', now: 'text-primary', later: 'text-text-3' };

/** How far a sale is on its way. */
export function SaleSteps({ sale }: { readonly sale: Pick<CreatorSale, 'phase' | 'published'> }) {
	return (
		<ol aria-label={texts.label} className="grid gap-1 text-sm">
			{getSteps(sale).map(({ step, state }) => {
				const Icon = icons[state];
				return (
					<li
						key={step}
						aria-current={state === 'now' ? 'step' : undefined}
						className={clsx('flex items-center gap-2', state === 'now' ? 'font-semibold text-text' : 'text-text-2')}
					>
						<Icon aria-hidden className={clsx('size-4 shrink-0', styles[state])} />
						{texts[step]}
						<span className="sr-only">{`, ${texts.state[state]}`}</span>
					</li>
				);
			})}
		</ol>
	);
}

import { Badge } from '@adx/ui/feedback/badge';
import { ExternalLink } from '@adx/ui/navigation/external-link';
import type { CreatorSale, SaleStage } from '@adx/validators/sale/sales';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { CircleCheck, CirclePause, CircleStop, CircleX, Flame, Hourglass, PenLine } from 'lucide-react';
import { listingTexts } from './listing-texts.ts';
import { describeStage, getStoppedState } from './sale-stage.ts';

const texts = listingTexts.card;

const styles = {
	preparing: { tone: 'active', Icon: Hourglass },
	unsigned: { tone: 'gold', Icon: PenLine },
	confirming: { tone: 'active', Icon: Hourglass },
	unpublished: { tone: 'gold', Icon: PenLine },
	selling: { tone: 'gold', Icon: Flame },
	sold_out: { tone: 'ok', Icon: CircleCheck },
	failed: { tone: 'bad', Icon: CircleX },
} as const satisfies Record<SaleStage, unknown>;

const stateStyles = {
	upcoming: { tone: 'active', Icon: Hourglass },
	paused: { tone: 'warn', Icon: CirclePause },
	ended: { tone: 'neutral', Icon: CircleStop },
} as const;

/** How far a merge's sale is, in one line. */
export function SaleStatusLine({ sale }: { readonly sale: CreatorSale }) {
	const { phase, supply, soldCount, ownCount, saleUrl } = sale;
	const stopped = getStoppedState(sale);
	return (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2">
			<Badge {...(stopped === null ? styles[phase] : stateStyles[stopped])}>{describeStage(sale)}</Badge>
			{phase === 'preparing' ? <span className="figures">{`${sale.progress}%`}</span> : null}
			{saleStageFacts[phase].hasPage ? (
				<>
					<span className="figures">{texts.progress(soldCount + ownCount, supply)}</span>
					<ExternalLink href={saleUrl}>{texts.sale}</ExternalLink>
				</>
			) : null}
		</p>
	);
}

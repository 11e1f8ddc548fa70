import { Button } from '@adx/ui/controls/button';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { engines } from '@adx/validators/engines/engines';
import { DailyLimitWarning, useDailyLimitObstacle } from '../../jobs/actions/daily-limit-warning.tsx';
import type { PaidOrder } from '../../jobs/actions/order-price.ts';
import { PaidOrderFacts } from '../../jobs/actions/paid-order-facts.tsx';
import { formatImageCount } from '../../jobs/job-labels.ts';

export interface ConfirmOrderDialogProps {
	readonly order: PaidOrder;
	/** The key that pays. */
	readonly apiKey: string;
	readonly onClose: () => void;
	readonly onConfirm: () => void;
}

/** Asks before a large order is sent, with what it comes to. */
export function ConfirmOrderDialog({ order, apiKey, onClose, onConfirm }: ConfirmOrderDialogProps) {
	const { inText, service } = engines[order.engine];
	const obstacle = useDailyLimitObstacle(order.images);
	return (
		<Dialog open onClose={onClose} title={`Paint ${formatImageCount(order.images)} with ${inText}?`}>
			<div className="grid gap-4">
				<p className="text-text-2">
					{service?.billing} You can pause or cancel at any time; images painted by then are kept.
				</p>
				<PaidOrderFacts {...order} apiKey={apiKey} />
				<DailyLimitWarning>{obstacle}</DailyLimitWarning>
				<DialogButtons
					primary={
						<Button tone="primary" className="grow" onClick={onConfirm} disabledReason={obstacle}>
							{`Paint ${formatImageCount(order.images)}`}
						</Button>
					}
				>
					<Button autoFocus onClick={onClose}>
						{obstacle === undefined ? 'Cancel' : 'Order fewer'}
					</Button>
				</DialogButtons>
			</div>
		</Dialog>
	);
}

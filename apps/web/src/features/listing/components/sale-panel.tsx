import { Button } from '@adx/ui/button';
import { ProgressBar } from '@adx/ui/progress-bar';
import { useLostFocus } from '../../../lib/use-lost-focus.ts';
import { isChangeable } from '../logic.ts';
import { listingTexts } from '../texts.ts';
import { PublishFiles } from './publish-files.tsx';
import { SaleFacts } from './sale-facts.tsx';
import { SaleSteps } from './sale-steps.tsx';
import { SellingPanel, type SellingPanelProps } from './selling-panel.tsx';
import { SignCollection, type SignCollectionProps } from './sign-collection.tsx';

export interface SalePanelProps extends SellingPanelProps, SignCollectionProps {
	/** Shows the form again, as long as nothing is signed. */
	readonly onChange: () => void;
	readonly onClose: () => void;
}

/** A sale from the first press to its last piece, and the next thing to do about it. */
export function SalePanel({ onChange, onClose, ...props }: SalePanelProps) {
	const { sale } = props;
	// The button that started it went with the form.
	const panel = useLostFocus<HTMLDivElement>();
	return (
		<div ref={panel} tabIndex={-1} className="grid gap-4 outline-none">
			<SaleSteps sale={sale} />
			<p role="status" className="sr-only">
				{listingTexts.phases[sale.phase]}
			</p>
			<Now {...props} />
			<SaleFacts sale={sale} />
			<div className="flex flex-wrap gap-3 border-t border-border pt-4">
				{isChangeable(sale.phase) ? (
					<Button className="grow" onClick={onChange}>
						{sale.phase === 'failed' ? listingTexts.again.button : listingTexts.change}
					</Button>
				) : null}
				<Button className="grow" onClick={onClose}>
					{listingTexts.close}
				</Button>
			</div>
		</div>
	);
}

function Now(props: SellingPanelProps & SignCollectionProps) {
	const { sale } = props;
	switch (sale.phase) {
		case 'preparing':
			return (
				<div className="grid gap-2">
					<p className="text-sm text-text-2">{listingTexts.preparing.text}</p>
					<ProgressBar label={listingTexts.preparing.bar} percent={sale.progress} />
					<p className="figures text-sm text-text-2">{`${sale.progress}%`}</p>
				</div>
			);
		case 'unsigned':
			return <SignCollection {...props} />;
		case 'confirming':
			return <p className="text-sm text-text-2">{listingTexts.confirming.text}</p>;
		case 'unpublished':
			return <PublishFiles sale={sale} />;
		case 'selling':
		case 'sold_out':
			return <SellingPanel {...props} />;
		case 'failed':
			return (
				<div role="alert" className="grid gap-1 text-sm">
					<p className="font-medium wrap-anywhere text-ember-text">{sale.errorMessage ?? listingTexts.phases.failed}</p>
					<p className="text-text-2">{listingTexts.again.text}</p>
				</div>
			);
	}
}

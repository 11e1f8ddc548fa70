import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { saleStageFacts } from '@adx/validators/sale/stages';
import clsx from 'clsx';
import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { useEffect } from 'react';
import { useSolana } from '../../wallets/solana/connect/use-solana.ts';
import { DeployCollection } from './evm/deploy-collection.tsx';
import { ItemPreviewChoice } from './item-preview-choice.tsx';
import { listingTexts } from './listing-texts.ts';
import { PhasesSection } from './phases/phases-section.tsx';
import { PublishFiles } from './publish-files.tsx';
import { RevealSection } from './reveal/reveal-section.tsx';
import { SaleFacts } from './sale-facts.tsx';
import { describeStage, isClosed } from './sale-stage.ts';
import { getSteps } from './sale-steps.ts';
import { SaleTimesForm } from './sale-times-form.tsx';
import { SellingPanel } from './selling-panel.tsx';
import type { OwnItemsPanelProps } from './solana/own-items-panel.tsx';
import { SignCollection, type SignCollectionProps } from './solana/sign-collection.tsx';

export interface SalePanelProps extends OwnItemsPanelProps, SignCollectionProps {
	/** Whether this server is set up for Solana: without it nothing is signed and nothing started. */
	readonly canMint: boolean;
	/** Shows the form again, as long as nothing is signed. */
	readonly onChange: () => void;
	readonly onClose: () => void;
}

/** A sale from the first press to its last item, and the next thing to do about it. */
export function SalePanel({ onChange, onClose, ...props }: SalePanelProps) {
	const { sale, signing, canMint } = props;
	const { connection } = useSolana();
	// The button that started it went with the form, and so does every one that leads on.
	const step = `${sale.phase} ${signing.step} ${signing.review === null} ${connection?.address}`;
	const panel = useFocusFallback<HTMLDivElement>(step, true);
	useEffect(() => {
		const { current } = panel;
		if (current === null || current !== document.activeElement) return;
		// What was pressed stood further down, and the next thing to do is at the top.
		if (current.getBoundingClientRect().top < 0) current.scrollIntoView();
	}, [step, panel]);
	return (
		<div ref={panel} tabIndex={-1} className="grid scroll-mt-20 gap-4 outline-none">
			<SaleSteps sale={sale} />
			<p role="status" className="sr-only">
				{describeStage(sale)}
			</p>
			<Problem sale={sale} />
			<Now {...props} />
			{canMint && canGoOn(sale) ? (
				<>
					<SaleTimesForm sale={sale} />
					<PhasesSection sale={sale} />
				</>
			) : null}
			<RevealSection sale={sale} />
			{sale.phase === 'failed' || sale.phase === 'sold_out' || isCovered(sale) ? null : (
				<ItemPreviewChoice sale={sale} />
			)}
			<SaleFacts sale={sale} />
			<div className="flex flex-wrap gap-3 border-t border-border pt-4">
				{canMint && saleStageFacts[sale.phase].isEditable ? (
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

/** Whether its times and phases can be set: not once nobody will buy any more, yet where its time is over. */
const canGoOn = (sale: CreatorSale) => sale.phase !== 'failed' && sale.phase !== 'sold_out' && !isClosed(sale);

/** Whether its page shows nothing of the items, whatever else is chosen. */
const isCovered = ({ revealChoice, reveal }: CreatorSale) => revealChoice === 'delayed' && reveal?.phase !== 'revealed';

/** What the server says went wrong, in whatever phase the sale is. */
function Problem({ sale: { phase, errorMessage } }: Pick<OwnItemsPanelProps, 'sale'>) {
	const isFailed = phase === 'failed';
	const text = errorMessage ?? (isFailed ? listingTexts.phases.failed : null);
	return (
		// Out of the way while it is empty, yet there.
		<div role="alert" className="absolute grid gap-1 text-sm has-[*]:static">
			{text === null ? null : <p className="font-medium wrap-anywhere text-ember-text">{text}</p>}
			{isFailed ? <p className="text-text-2">{listingTexts.again.text}</p> : null}
		</div>
	);
}

function Now(props: Omit<SalePanelProps, 'onChange' | 'onClose'>) {
	const { sale, canMint } = props;
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
			if (!canMint) return null;
			return sale.network === 'solana' ? <SignCollection {...props} /> : <DeployCollection sale={sale} />;
		case 'confirming':
			return <p className="text-sm text-text-2">{listingTexts.confirming.text}</p>;
		case 'unpublished':
			return <PublishFiles sale={sale} />;
		case 'selling':
		case 'sold_out':
			return <SellingPanel {...props} />;
		case 'failed':
			return null;
	}
}

const stepIcons = { done: CircleCheck, now: CircleDot, later: CircleDashed };
const stepStyles = { done: 'text-ok', now: 'text-primary', later: 'text-text-3' };

/** How far a sale is on its way. */
function SaleSteps({ sale }: Pick<OwnItemsPanelProps, 'sale'>) {
	const { steps: texts } = listingTexts;
	return (
		<ol aria-label={texts.label} className="grid gap-1 text-sm">
			{getSteps(sale).map(({ step, state }) => {
				const Icon = stepIcons[state];
				return (
					<li
						key={step}
						aria-current={state === 'now' ? 'step' : undefined}
						className={clsx('flex items-center gap-2', state === 'now' ? 'font-semibold text-text' : 'text-text-2')}
					>
						<Icon aria-hidden className={clsx('size-4 shrink-0', stepStyles[state])} />
						{texts[step]}
						<span className="sr-only">{`, ${texts.state[state]}`}</span>
					</li>
				);
			})}
		</ol>
	);
}

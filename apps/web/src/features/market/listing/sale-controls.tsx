import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { solPriceSchema } from '@adx/validators/sale/phases';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatPrice } from '../../wallets/format-amount.ts';
import { getRefusalMessage } from '../refusal-message.ts';
import { useCacheSale } from './listing-queries.ts';
import { listingTexts } from './listing-texts.ts';
import { countUnownedItems, isClosed } from './sale-stage.ts';

const texts = listingTexts.controls;

/** What was done, and what the sale was then: once it is something else, that is no news any more. */
interface Message {
	readonly text: string;
	readonly isError: boolean;
	readonly standing: string | null;
}
const noMessage: Message = { text: '', isError: false, standing: null };

const toStanding = ({ phase, state, chainState, reveal, priceLamports, phasesTag }: CreatorSale) =>
	[phase, state, chainState, reveal?.phase, priceLamports, phasesTag].join(' ');

type Change = { readonly paused: boolean } | { readonly price: number } | 'end';

/** What a creator may do to a sale that runs: pause and resume it, ask another price, end it. */
export function SaleControls({ sale }: { readonly sale: CreatorSale }) {
	const { jobId, phase, phases, pausedAt } = sale;
	const utils = trpc.useUtils();
	const cacheSale = useCacheSale();
	const [isEnding, setEnding] = useState(false);
	const [message, setMessage] = useState(noMessage);
	const { mutate, isPending, variables } = useMutation({
		mutationFn: (change: Change) =>
			change === 'end'
				? utils.client.mint.collections.end.mutate({ jobId })
				: utils.client.mint.collections.update.mutate({ jobId, ...change }),
		onMutate: () => setMessage(noMessage),
		onSuccess: (changed, change) => {
			cacheSale(changed);
			setMessage({ text: describeChange(changed, change), isError: false, standing: toStanding(changed) });
		},
		onError: (error) => {
			setMessage({ text: getRefusalMessage(error, listingTexts.offline), isError: true, standing: null });
			// Another tab may have ended it.
			void utils.mint.collections.get.invalidate({ jobId });
		},
		onSettled: () => setEnding(false),
	});
	// Whatever its clock says: one whose time is over can go on.
	const canChange = phase !== 'sold_out' && !isClosed(sale);
	// The contract of a sale may be paused besides, which its owner's wallet alone can change.
	const isPaused = pausedAt !== null;
	const isNews = message.standing === null || message.standing === toStanding(sale);
	const isOver = sale.state === 'ended';
	const text = isOver ? texts.overText : phases.length > 0 ? texts.phasedText : texts.text;
	const busyText = isPending && variables !== 'end' && 'paused' in variables ? texts.saving : undefined;
	return (
		<section aria-label={texts.label} className="grid gap-3 border-t border-border pt-4">
			{canChange ? (
				<>
					<p className="text-sm text-text-2">{isPaused ? texts.pausedText : text}</p>
					<div className="flex flex-wrap gap-3">
						{isOver && !isPaused ? null : (
							<Button
								tone={isPaused ? 'primary' : undefined}
								className="grow"
								busyText={busyText}
								onClick={() => mutate({ paused: !isPaused })}
							>
								{isPaused ? texts.resume : texts.pause}
							</Button>
						)}
						<Button className="grow" onClick={() => setEnding(true)}>
							{texts.end}
						</Button>
					</div>
					{/* Each phase has its own. */}
					{phases.length > 0 ? null : (
						<PriceForm
							sale={sale}
							isBusy={isPending}
							onSubmit={() => setMessage(noMessage)}
							onUnchanged={() => setMessage({ text: texts.priceUnchanged, isError: false, standing: toStanding(sale) })}
							onPrice={(price, onChanged) => mutate({ price }, { onSuccess: onChanged })}
						/>
					)}
				</>
			) : null}
			<StatusMessage text={isNews ? message.text : ''} isError={message.isError} />
			<ConfirmDialog
				open={isEnding}
				title={texts.endTitle}
				text={texts.endText(countUnownedItems(sale), sale.network, sale.reveal !== null)}
				confirmLabel={texts.end}
				cancelLabel={texts.keep}
				busyText={isPending && variables === 'end' ? texts.ending : undefined}
				staysOpen
				onClose={() => setEnding(false)}
				onConfirm={() => mutate('end')}
			/>
		</section>
	);
}

function describeChange({ priceLamports, coin, network }: CreatorSale, change: Change): string {
	if (change === 'end') return texts.ended(network);
	if ('price' in change)
		return priceLamports === '0' ? texts.free : texts.priceChanged(formatPrice(priceLamports, coin));
	return change.paused ? texts.paused(network) : texts.resumed;
}

interface PriceFormProps {
	readonly sale: CreatorSale;
	readonly isBusy: boolean;
	/** Whatever was entered. */
	readonly onSubmit: () => void;
	/** What was entered is the price. */
	readonly onUnchanged: () => void;
	readonly onPrice: (price: number, onChanged: () => void) => void;
}

function PriceForm({ sale, isBusy, onSubmit, onUnchanged, onPrice }: PriceFormProps) {
	// Null until something is entered: another tab may change the price, and what nobody entered here must not undo that.
	const [entered, setEntered] = useState<string | null>(null);
	const text = entered ?? String(sale.price);
	const [error, setError] = useState<string>();
	function submit(event: FormEvent) {
		event.preventDefault();
		onSubmit();
		const parsed = solPriceSchema.safeParse(text.trim() === '' ? undefined : Number(text));
		setError(parsed.error?.issues[0]?.message);
		if (!parsed.success) return;
		if (parsed.data === sale.price) onUnchanged();
		else onPrice(parsed.data, () => setEntered(null));
	}
	return (
		<form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-x-3 gap-y-2">
			<TextField
				className="min-w-40 grow"
				label={texts.price(sale.coin)}
				hint={texts.priceHint}
				inputMode="decimal"
				value={text}
				error={error}
				onChange={({ target }) => setEntered(target.value)}
			/>
			<Button type="submit" className="grow sm:mt-7 sm:grow-0" busyText={isBusy ? texts.saving : undefined}>
				{texts.changePrice}
			</Button>
		</form>
	);
}

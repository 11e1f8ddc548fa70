import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { type RevealChoice as Choice, revealChoiceSchema } from '@adx/validators/sale/reveal';
import type { SaleNetwork } from '@adx/validators/sale/sales';
import { formatAmount } from '../../../wallets/format-amount.ts';
import { revealTexts } from './reveal-texts.ts';

const texts = revealTexts.choice;

interface RevealChoiceProps {
	readonly value: Choice;
	readonly onChoose: (value: Choice) => void;
	readonly network: SaleNetwork;
	/** What a delayed reveal takes on Solana; null while the network does not say. */
	readonly depositLamports: string | null;
}

/** Whether buyers see their items at once, or all items are shown after the sale; fixed once the collection is signed. */
export function RevealChoice({ value, onChoose, network, depositLamports }: RevealChoiceProps) {
	const deposit = depositLamports === null ? null : texts.deposit(formatAmount(depositLamports));
	const more = network === 'solana' ? deposit : texts.evm;
	return (
		<div className="grid gap-2">
			<p aria-hidden className="font-medium text-text">
				{texts.label}
			</p>
			<ChoiceGroup<Choice>
				label={texts.label}
				columns={2}
				className="grid gap-2 sm:grid-cols-2"
				value={value}
				onChoose={onChoose}
				choices={revealChoiceSchema.options.map((choice) => ({
					value: choice,
					name: texts.names[choice],
					content: (
						<span className="grid gap-0.5 px-3 py-2">
							<span className="font-medium text-text">{texts.names[choice]}</span>
							<span className="text-sm text-text-2">{texts.hints[choice]}</span>
						</span>
					),
				}))}
			/>
			{value === 'delayed' ? (
				<p className="text-sm text-text-2">
					{texts.note} {more}
				</p>
			) : null}
		</div>
	);
}

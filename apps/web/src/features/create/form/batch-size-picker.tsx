import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TextField } from '@adx/ui/controls/field';
import { formatNumber } from '@adx/validators/format-number';
import { batchSizeMax, freeBatchSizeMax, freeBatchSizes, premiumBatchSizes } from '@adx/validators/limits';
import clsx from 'clsx';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { usePremium } from '../../access/premium/premium-context.ts';
import { PremiumNote } from '../../access/premium/premium-note.tsx';
import { batchSizeError, batchSizeSchema, useGenerationFormContext } from './form-schema.ts';

const limitText = formatNumber(batchSizeMax);

/** 1, 3, 4 or 5 for everyone; with premium, and for developers, any number. */
export function BatchSizePicker() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'batchSize' });
	const [wasLeft, setLeft] = useState(false);
	const isWrong = !batchSizeSchema.safeParse(field.value).success;
	const { userRole } = useAccess();
	const { isPremium, openDialog } = usePremium();
	const mayChooseAny = userRole === 'developer' || isPremium;
	const isClosed = !mayChooseAny && !isFree(field.value);
	const { onChange } = field;
	// A number chosen while Premium was active must not be sent once it is over.
	useEffect(() => {
		if (isClosed) onChange(freeBatchSizeMax);
	}, [isClosed, onChange]);
	return (
		<fieldset className="grid gap-2">
			<legend className="mb-2 text-base font-semibold">Batch size</legend>
			<ChoiceGroup<number>
				label="Batch size"
				columns={4}
				className="grid grid-cols-4 gap-1.5"
				value={field.value}
				onChoose={field.onChange}
				onLocked={openDialog}
				choices={[...freeBatchSizes, ...premiumBatchSizes].map((size) => {
					const locked = !mayChooseAny && !isFree(size);
					const name = `${formatNumber(size)} ADX`;
					return {
						value: size,
						name: locked ? `${name}, Premium` : name,
						locked,
						content: (
							<span
								className={clsx(
									'figures flex flex-col items-center justify-center text-sm font-medium whitespace-nowrap max-sm:text-xs',
									locked && 'gap-0.5 py-1',
								)}
							>
								{locked ? <Lock aria-hidden className="size-3 shrink-0 text-gold" /> : null}
								{name}
							</span>
						),
					};
				})}
			/>
			{mayChooseAny ? (
				<TextField
					ref={field.ref}
					label="Custom number"
					type="number"
					min={1}
					max={batchSizeMax}
					step={1}
					inputMode="numeric"
					value={Number.isNaN(field.value) ? '' : field.value}
					hint={`1 to ${limitText}`}
					error={fieldState.error?.message ?? (wasLeft && isWrong ? batchSizeError : undefined)}
					onBlur={() => setLeft(true)}
					onChange={(event) => field.onChange(event.target.valueAsNumber)}
				/>
			) : (
				<PremiumNote>{`Larger batches, up to ${limitText}, come with Premium.`}</PremiumNote>
			)}
		</fieldset>
	);
}

const isFree = (size: number) => freeBatchSizes.some((free) => free === size);

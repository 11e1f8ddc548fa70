import { TextField } from '@adx/ui/field';
import { batchSizeMax, freeBatchSizes, premiumBatchSizes } from '@adx/validators/limits';
import { useController } from 'react-hook-form';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { useAccess } from '../../access/components/access-provider.tsx';
import { useGenerationFormContext } from '../schema.ts';

/** 1, 3, 4 or 5 for everyone; with premium, and for developers, any number. */
export function BatchSizePicker() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'batchSize' });
	const { userRole, user } = useAccess();
	const mayChooseAny = userRole === 'developer' || user?.premium === true;
	const sizes = mayChooseAny ? [...freeBatchSizes, ...premiumBatchSizes] : freeBatchSizes;
	return (
		<fieldset className="grid gap-2">
			<legend className="mb-2 text-base font-semibold">Batch size</legend>
			<ChoiceGroup<number>
				label="Batch size"
				columns={4}
				className="grid grid-cols-4 gap-1.5"
				value={field.value}
				onChoose={field.onChange}
				choices={sizes.map((size) => {
					const name = `${size.toLocaleString('en')} ADX`;
					return {
						value: size,
						name,
						content: <span className="figures block px-1 text-center text-sm font-medium">{name}</span>,
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
					hint={`1 to ${batchSizeMax.toLocaleString('en')}`}
					error={fieldState.error?.message}
					onChange={(event) => field.onChange(event.target.valueAsNumber)}
				/>
			) : (
				<p className="text-[0.8125rem] text-text-3">Larger batches come with Premium.</p>
			)}
		</fieldset>
	);
}

import { FieldError } from '@adx/ui/field';
import { backgrounds } from '@adx/validators/catalogue/backgrounds';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { useGenerationFormContext } from '../schema.ts';

export function BackgroundPicker() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'backgroundType' });
	const errorId = useId();
	const error = fieldState.error?.message;
	return (
		<fieldset className="min-w-0">
			<legend className="mb-2 text-base font-semibold">Background</legend>
			<ChoiceGroup
				ref={field.ref}
				label="Background"
				columns={2}
				className="grid grid-cols-2 gap-1.5"
				describedBy={error === undefined ? undefined : errorId}
				value={field.value}
				onChoose={field.onChange}
				choices={backgrounds.map(({ value, label }) => ({
					value,
					name: label,
					content: <span className="block px-3 py-2 text-sm leading-tight">{label}</span>,
				}))}
			/>
			<FieldError id={errorId}>{error}</FieldError>
		</fieldset>
	);
}

import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { FieldError } from '@adx/ui/controls/field';
import { backgrounds, defaultBackgroundOption } from '@adx/validators/catalogue/backgrounds';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useGenerationFormContext } from './form-schema.ts';
import { OptionTile } from './option-tile.tsx';

export function BackgroundPicker() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'backgroundType' });
	const errorId = useId();
	const error = fieldState.error?.message;
	return (
		<fieldset className="min-w-0">
			<legend className="sr-only">Background</legend>
			<ChoiceGroup
				ref={field.ref}
				label="Background"
				columns={2}
				className="grid grid-cols-2 gap-1.5 sm:grid-cols-3 lg:grid-cols-2 xl:grid-cols-3"
				describedBy={error === undefined ? undefined : errorId}
				value={field.value}
				onChoose={field.onChange}
				choices={backgrounds.map(({ value, label }) => ({
					value,
					name: label,
					content: (
						<span className="flex items-center gap-1.5 pr-1 text-xs leading-tight sm:text-[0.8125rem]">
							<OptionTile sheet="backgrounds" value={value} className="size-16 rounded-l-[5px]" />
							<span className="min-w-0 wrap-break-word">{label}</span>
						</span>
					),
				}))}
			/>
			{field.value === defaultBackgroundOption.value ? (
				<p className="mt-2 text-sm text-text-2">Chosen by a preset: {defaultBackgroundOption.label}</p>
			) : null}
			<FieldError id={errorId}>{error}</FieldError>
		</fieldset>
	);
}

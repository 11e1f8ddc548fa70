import { useId } from 'react';

export interface SelectFieldProps<Value extends string> {
	readonly label: string;
	readonly value: Value;
	readonly options: readonly { readonly value: Value; readonly label: string }[];
	readonly onValue: (value: Value) => void;
}

/** A labelled native list of choices: every platform knows how to show a long one. */
export function SelectField<Value extends string>({ label, value, options, onValue }: SelectFieldProps<Value>) {
	const id = useId();
	return (
		<div className="min-w-0">
			<label htmlFor={id} className="mb-1 block text-sm font-medium">
				{label}
			</label>
			<select
				id={id}
				value={value}
				onChange={(event) => {
					const chosen = options.find((option) => option.value === event.target.value);
					if (chosen !== undefined) onValue(chosen.value);
				}}
				className="control-height w-full min-w-0 rounded-sm border border-line bg-surface-2 px-2 text-text"
			>
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		</div>
	);
}

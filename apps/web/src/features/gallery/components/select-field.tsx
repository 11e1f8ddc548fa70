export interface SelectFieldProps<Value extends string> {
	readonly label: string;
	readonly value: Value;
	readonly choices: readonly (readonly [Value, string])[];
	readonly onChange: (value: Value) => void;
}

/** A labelled choice of one. */
export function SelectField<Value extends string>({ label, value, choices, onChange }: SelectFieldProps<Value>) {
	return (
		<label className="grid min-w-0 gap-1 text-sm text-text-2">
			{label}
			<select
				value={value}
				onChange={(event) => onChange(event.target.value as Value)}
				className="control-height min-w-0 rounded-sm border border-line bg-surface-2 px-2 text-text"
			>
				{choices.map(([choice, words]) => (
					<option key={choice} value={choice}>
						{words}
					</option>
				))}
			</select>
		</label>
	);
}

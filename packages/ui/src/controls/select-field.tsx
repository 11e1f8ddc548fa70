import clsx from 'clsx';
import { useId } from 'react';
import { fieldLabelClass } from './field.tsx';

export interface SelectFieldProps<Value extends string> {
	/** By which it is found from elsewhere on the page. */
	readonly id?: string;
	readonly label: string;
	/** Quieter, as the names of a toolbar's other tools. */
	readonly isTool?: boolean;
	/** As large as the labels of text fields, beside which it stands. */
	readonly isBesideFields?: boolean;
	readonly value: Value;
	readonly options: readonly { readonly value: Value; readonly label: string }[];
	/** The id of the sentence that says what is wrong; undefined where nothing is. */
	readonly errorId?: string | undefined;
	readonly onValue: (value: Value) => void;
}

/** A labelled native list of choices: every platform knows how to show a long one. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
	const { label, isTool = false, isBesideFields = false, value, options, errorId, onValue } = props;
	const ownId = useId();
	const { id = ownId } = props;
	return (
		<div className="min-w-0">
			<label
				htmlFor={id}
				className={
					isBesideFields ? fieldLabelClass : clsx('mb-1 block text-sm', isTool ? 'text-text-2' : 'font-medium')
				}
			>
				{label}
			</label>
			<select
				id={id}
				value={value}
				aria-invalid={errorId !== undefined || undefined}
				aria-describedby={errorId}
				onChange={(event) => {
					const chosen = options.find((option) => option.value === event.target.value);
					if (chosen !== undefined) onValue(chosen.value);
				}}
				className={clsx(
					'control-height w-full min-w-0 rounded-sm border bg-surface-2 px-2 text-text',
					errorId === undefined ? 'border-line' : 'border-ember-text',
				)}
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

import type { ReactNode } from 'react';
import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

export interface ChoiceFieldProps<Value> extends ChoiceGroupProps<Value> {
	/** What belongs to a choice that was made. */
	readonly children?: ReactNode;
}

/** A choice under its visible label. */
export function ChoiceField<Value extends string | number>({ children, ...group }: ChoiceFieldProps<Value>) {
	return (
		<div>
			<p className="mb-1.5 font-medium text-text">{group.label}</p>
			<ChoiceGroup {...group} />
			{children}
		</div>
	);
}

/** A choice with a line that says what it means. */
export function ChoiceLabel({ name, text }: { readonly name: string; readonly text: string }) {
	return (
		<span className="block px-3 py-2">
			<span className="block font-semibold text-text">{name}</span>
			<span className="block text-[0.8125rem] text-text-2">{text}</span>
		</span>
	);
}

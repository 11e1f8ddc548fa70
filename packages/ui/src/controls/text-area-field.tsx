import clsx from 'clsx';
import { type ComponentPropsWithRef, useId } from 'react';
import { FieldError } from './field.tsx';

export interface TextAreaFieldProps extends ComponentPropsWithRef<'textarea'> {
	readonly label: string;
	readonly error?: string | undefined;
}

/** A labelled input of several lines with its error wired to it. */
export function TextAreaField({ label, error, ...rest }: TextAreaFieldProps) {
	const id = useId();
	const errorId = `${id}-error`;
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium text-text">
				{label}
			</label>
			<textarea
				rows={3}
				{...rest}
				id={id}
				aria-invalid={error === undefined ? undefined : true}
				aria-describedby={error === undefined ? undefined : errorId}
				className={clsx(
					'block w-full min-w-0 rounded-sm border bg-surface-2 px-3 py-2 text-text placeholder:text-text-3',
					error === undefined ? 'border-line' : 'border-ember-text',
				)}
			/>
			<FieldError id={errorId}>{error}</FieldError>
		</div>
	);
}

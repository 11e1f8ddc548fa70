import clsx from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

export interface TextAreaFieldProps extends ComponentPropsWithRef<'textarea'> {
	readonly label: string;
	readonly hint?: ReactNode;
	readonly error?: string | undefined;
}

/** A labelled input of several lines with its hint and its error wired to it. */
export function TextAreaField({ label, hint, error, ...rest }: TextAreaFieldProps) {
	const ownId = useId();
	const id = rest.id ?? ownId;
	const hintId = `${id}-hint`;
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
				aria-describedby={clsx(hint !== undefined && hintId, error !== undefined && errorId) || undefined}
				className={clsx(
					'block w-full min-w-0 rounded-sm border bg-surface-2 px-3 py-2 text-text placeholder:text-text-3',
					error === undefined ? 'border-line' : 'border-ember-text',
				)}
			/>
			{hint === undefined ? null : (
				<p id={hintId} className="mt-1.5 text-[0.8125rem] text-text-3">
					{hint}
				</p>
			)}
			<FieldError id={errorId}>{error}</FieldError>
		</div>
	);
}

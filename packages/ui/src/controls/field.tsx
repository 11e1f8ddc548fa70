import clsx from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

export const fieldLabelClass = 'mb-1.5 block font-medium text-text';

/** A sentence that says what is wrong, for `aria-describedby`; renders nothing without one. */
export function FieldError({ id, children }: { readonly id: string; readonly children: string | undefined }) {
	if (children === undefined) return null;
	return (
		<p id={id} className="mt-1.5 text-[0.8125rem] font-medium text-ember-text">
			{children}
		</p>
	);
}

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
	readonly label: string;
	readonly hint?: ReactNode;
	readonly error?: string | undefined;
	/** The id of a sentence elsewhere that says what is wrong; undefined where nothing is, or `error` says it. */
	readonly errorId?: string | undefined;
	/** Shown beside the input, on its line. */
	readonly trailing?: ReactNode;
}

/** A labelled one-line input with its hint and its error wired to it. */
export function TextField({ label, hint, error, errorId, trailing, className, ...rest }: TextFieldProps) {
	const ownId = useId();
	const id = rest.id ?? ownId;
	const hintId = `${id}-hint`;
	const ownErrorId = `${id}-error`;
	const isInvalid = error === undefined && errorId === undefined ? rest['aria-invalid'] : true;
	const describedBy = clsx(hint !== undefined && hintId, error !== undefined && ownErrorId, errorId) || undefined;
	return (
		<div className={className}>
			<label htmlFor={id} className={fieldLabelClass}>
				{label}
			</label>
			<div className="flex gap-2">
				<input
					{...rest}
					id={id}
					aria-invalid={isInvalid}
					aria-describedby={describedBy}
					className={clsx(
						'control-height w-full min-w-0 rounded-sm border bg-surface-2 px-3 text-text placeholder:text-text-3',
						'disabled:cursor-not-allowed disabled:bg-surface-1 disabled:text-text-3',
						isInvalid === true ? 'border-ember-text' : 'border-line',
					)}
				/>
				{trailing}
			</div>
			{hint === undefined ? null : (
				<p id={hintId} className="mt-1.5 text-[0.8125rem] text-text-3">
					{hint}
				</p>
			)}
			<FieldError id={ownErrorId}>{error}</FieldError>
		</div>
	);
}

import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface StatusMessageProps {
	/** '' while there is nothing to say: the region itself stays, so that what it says next is heard. */
	readonly text: string;
	readonly isError?: boolean;
	/** More that is under way. */
	readonly children?: ReactNode;
}

/** Says what is going on or went wrong, to eyes and ears. */
export function StatusMessage({ text, isError = false, children }: StatusMessageProps) {
	return (
		// Out of the way while it is empty, yet there.
		<div role="status" className="absolute grid gap-2 text-sm has-[*]:static">
			{text === '' ? null : (
				<p className={clsx('font-medium wrap-anywhere', isError ? 'text-ember-text' : 'text-text')}>{text}</p>
			)}
			{children}
		</div>
	);
}

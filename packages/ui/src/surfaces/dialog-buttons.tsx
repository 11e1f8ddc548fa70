import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface DialogButtonsProps {
	/** The button that does what is asked about; absent once there is nothing to do. */
	readonly primary: ReactNode;
	readonly className?: string;
	/** The way out, and other ways. */
	readonly children: ReactNode;
}

/** The end of a dialog or of a form in one: what it is for stands first in all of them. */
export function DialogButtons({ primary, className, children }: DialogButtonsProps) {
	return (
		<div className={clsx('flex flex-wrap gap-3', className)}>
			{primary}
			{children}
		</div>
	);
}

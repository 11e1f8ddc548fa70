import type { ReactNode } from 'react';

export interface OfferPartProps {
	readonly title: string;
	readonly children: ReactNode;
}

/** A part of the dialog about paying, below what is above it there; its heading takes the focus when it makes room for another. */
export function OfferSection({ title, children }: OfferPartProps) {
	return (
		<section aria-label={title} className="mt-5 grid gap-3 border-t border-border pt-4">
			<h3 tabIndex={-1} className="font-title text-lg outline-none">
				{title}
			</h3>
			{children}
		</section>
	);
}

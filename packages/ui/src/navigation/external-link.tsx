import clsx from 'clsx';
import { ExternalLink as NewTabIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';

export interface ExternalLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
	/** Without an address there is no link. */
	readonly href: string | null;
	/** Shows that a new tab opens. */
	readonly hasIcon?: boolean;
	/** In place of a text link's classes, such as those of a button. */
	readonly baseClass?: string;
}

/** Leads out of the app, or to a page of it that stands by itself, in a new tab. */
export function ExternalLink({
	href,
	hasIcon = false,
	baseClass = 'flex items-center gap-1.5 font-semibold text-primary underline',
	className,
	children,
	...rest
}: ExternalLinkProps) {
	if (href === null) return null;
	return (
		<a rel="noreferrer" {...rest} href={href} target="_blank" className={clsx(baseClass, className)}>
			{children}
			{hasIcon ? <NewTabIcon aria-hidden className="size-3.5" /> : null}
		</a>
	);
}

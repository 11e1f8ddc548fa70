import type { ComponentProps } from 'react';
import { trpc } from '../api/trpc.ts';

export interface DownloadLinkProps extends Omit<ComponentProps<'a'>, 'download' | 'onClick'> {
	readonly href: string;
}

/** A link to a file of this server, which the browser saves as it comes. */
export function DownloadLink({ href, children, ...rest }: DownloadLinkProps) {
	const utils = trpc.useUtils();
	return (
		// Browsers hardly say when a server refuses a download, so who presses learns at least that the session has ended.
		<a {...rest} href={href} download onClick={() => void utils.auth.check.invalidate()}>
			{children}
		</a>
	);
}

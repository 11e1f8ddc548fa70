import { showToast } from '@adx/ui/feedback/toast-store';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { getHttpStatus, getUnreachedMessage } from '../api/error-messages.ts';
import { useSingleFlight } from '../hooks/use-single-flight.ts';
import { saveUrl } from './save-file.ts';

export interface DownloadLinkProps extends Omit<ComponentProps<'a'>, 'download' | 'onClick'> {
	readonly href: string;
}

/** A link to a file of this server that the browser saves. A plain press says why the server refuses; with a modifier key it is the browser's. */
export function DownloadLink({ href, children, ...rest }: DownloadLinkProps) {
	const once = useSingleFlight();
	// A mutation, so that a refusal has the session checked.
	const { mutate } = useMutation({
		mutationFn: () => saveUrl(href, ''),
		onError: (error) =>
			showToast({
				title: 'Download Error',
				description: getHttpStatus(error) === null ? getUnreachedMessage() : error.message,
				tone: 'destructive',
			}),
		onSettled: once.finish,
	});

	function save(event: MouseEvent) {
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		if (once.tryStart()) mutate();
	}

	return (
		<a {...rest} href={href} download onClick={save}>
			{children}
		</a>
	);
}

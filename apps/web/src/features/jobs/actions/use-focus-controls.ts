import { focusFirstHeading } from '@adx/ui/focus/focus-heading';
import { useFocusOnUnmount } from '@adx/ui/focus/use-focus-on-unmount';
import { useCallback } from 'react';

/** For what stands in a dialog about a job: where the button that opened it is gone, the job's controls take the focus. */
export function useFocusControlsOnUnmount(jobId: string): void {
	useFocusOnUnmount(useCallback(() => focusControls(jobId), [jobId]));
}

/** Nobody shall pay by pressing a key once more: a button that does takes no focus by itself. */
export const freeButton = 'button:not([data-starts-paying])';

/** What can be done about the job now stands in the place of the button that asked; or else the page's heading. */
function focusControls(jobId: string): void {
	const controls = document.querySelector<HTMLElement>(`[data-job-controls="${CSS.escape(jobId)}"]`);
	if (controls === null) focusFirstHeading(document.querySelector('main'), 'h1');
	else (controls.querySelector<HTMLElement>(freeButton) ?? controls).focus({ preventScroll: true });
}

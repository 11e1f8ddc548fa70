import { showToast } from '@adx/ui/feedback/toast-store';
import { getRequestId } from './error-messages.ts';

/** Tells in a toast that a call failed, with the id by which the server's log names it. */
export function showFailure(title: string, error: unknown, description = toMessage(error)): void {
	showToast({ title, description, tone: 'destructive', requestId: getRequestId(error) });
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

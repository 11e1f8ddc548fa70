import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { useEffect, useEffectEvent } from 'react';

const texts = {
	unsupported: 'This browser cannot read files in the background. Please use a current one.',
	ended: 'The part of this page that reads files could not be loaded, or it ended. What it had read before is kept.',
	retry: 'Try again',
};

/** Says that the thread of a page is not there; opens it again on demand, and by itself once the browser is online again. */
export function BrokenWorkerNotice({ onRetry }: { readonly onRetry: () => void }) {
	const retry = useEffectEvent(onRetry);
	useEffect(() => {
		const tryAgain = () => retry();
		window.addEventListener('online', tryAgain);
		return () => window.removeEventListener('online', tryAgain);
	}, []);
	if (typeof Worker === 'undefined') {
		return (
			<p role="alert" className="mb-4 rounded-md border border-ember-text p-3 text-text">
				{texts.unsupported}
			</p>
		);
	}
	return (
		<ErrorWithRetry layout="line" className="mb-4" message={texts.ended} retryLabel={texts.retry} onRetry={onRetry} />
	);
}

import { type ComponentType, useEffect, useState } from 'react';
import { afterFrame } from '../lib/after-frame.ts';

const retryAfterMs = 5_000;

/**
 * Fetches the code of toasts once the page stands: there is nothing to say before something was done. The store keeps what
 * is said meanwhile.
 */
export function LateToaster() {
	const [Toaster, setToaster] = useState<ComponentType | null>(null);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isShown = true;
		async function load() {
			try {
				const { Toaster } = await import('@adx/ui/feedback/toast');
				if (isShown) setToaster(() => Toaster);
			} catch {
				if (isShown) timer = setTimeout(load, retryAfterMs);
			}
		}
		const callOff = afterFrame(load);
		return () => {
			isShown = false;
			callOff();
			clearTimeout(timer);
		};
	}, []);
	return Toaster === null ? null : <Toaster />;
}

import { Button } from '@adx/ui/controls/button';
import { useSessionEnded } from '../../../lib/api/session-ended.ts';
import { measureBanner } from '../../../shell/measured-height.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { accessTexts } from '../gate/access-texts.ts';

/** Tells that the server no longer knows this browser, and leads to the gate. Stays in sight below the bar. */
export function SessionBanner() {
	const hasEnded = useSessionEnded();
	const { goToSignIn } = useAccess();
	if (!hasEnded) return null;
	return (
		<div
			ref={measureBanner}
			role="alert"
			className="sticky top-[calc(3.5rem+1px)] z-25 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b border-warn bg-surface-3 px-4 py-2 text-text"
		>
			<p className="font-semibold">{accessTexts.session.ended}</p>
			<Button tone="primary" size="small" onClick={goToSignIn}>
				{accessTexts.session.signIn}
			</Button>
		</div>
	);
}

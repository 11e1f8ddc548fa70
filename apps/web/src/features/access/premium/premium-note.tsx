import { usePremium } from './premium-context.ts';
import { premiumTexts as texts } from './premium-texts.ts';

/** Says beside something locked what opens it, and leads there; nothing while Premium is active. */
export function PremiumNote({ children }: { readonly children: string }) {
	const { isPremium, hasEnded, openDialog } = usePremium();
	if (isPremium) return null;
	return (
		<p className="mt-2 text-[0.8125rem] text-text-3">
			{hasEnded ? `${texts.hasEnded} ` : ''}
			{children}{' '}
			<button
				type="button"
				onClick={openDialog}
				className="rounded-sm font-semibold text-gold underline underline-offset-2 pointer-coarse:min-h-11"
			>
				{texts.openDialog}
			</button>
		</p>
	);
}

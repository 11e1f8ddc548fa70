import { Button } from '@adx/ui/controls/button';
import { Tags } from 'lucide-react';
import { useId } from 'react';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { BottomBarPortal, narrowQuery } from '../../../shell/bottom-bar.tsx';
import { attributeTexts } from '../attributes-texts.ts';

const texts = attributeTexts.settings;

export interface GenerateButtonProps {
	readonly phase: 'ready' | 'sending' | 'starting';
	/** Pictures that are looked into before the list is sent. */
	readonly uncheckedCount: number;
	/** Why the last press came to nothing; null unless it did. */
	readonly problem: string | null;
	/** What a press would do, or what is missing for it. */
	readonly hint: string;
	readonly onPress: () => void;
}

/** The page's main button; on narrow windows it stays in the bar at the bottom. */
export function GenerateButton({ phase, uncheckedCount, problem, hint, onPress }: GenerateButtonProps) {
	const hintId = useId();
	const isNarrow = useMediaQuery(narrowQuery);
	const button = (
		<div data-clear-of-toasts className="min-w-0 lg:sticky lg:-bottom-2 lg:-mx-1 lg:bg-surface-1 lg:px-1 lg:py-2">
			{problem === null ? null : (
				<p role="alert" className="mb-2 text-center text-sm font-medium wrap-anywhere text-ember-text">
					{problem}
				</p>
			)}
			<Button
				tone="primary"
				size="large"
				className="w-full"
				aria-describedby={hintId}
				busyText={getBusyText(phase, uncheckedCount)}
				icon={<Tags aria-hidden className="size-5" />}
				onClick={onPress}
			>
				{texts.generate}
			</Button>
			<p id={hintId} className="figures mt-1.5 text-center text-sm text-text-2 max-lg:sr-only">
				{hint}
			</p>
		</div>
	);
	return isNarrow ? <BottomBarPortal place="main">{button}</BottomBarPortal> : button;
}

function getBusyText(phase: GenerateButtonProps['phase'], uncheckedCount: number): string | undefined {
	if (phase === 'ready') return undefined;
	if (phase === 'starting') return texts.starting;
	return uncheckedCount > 0 ? texts.checking : texts.sending;
}

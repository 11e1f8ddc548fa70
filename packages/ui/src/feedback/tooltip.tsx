import * as RadixTooltip from '@radix-ui/react-tooltip';
import { type ReactNode, useState } from 'react';

/** Opening delays of every tooltip below it: 700 ms, and 300 ms to move on to the next without waiting again. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
	return (
		<RadixTooltip.Provider delayDuration={700} skipDelayDuration={300}>
			{children}
		</RadixTooltip.Provider>
	);
}

export interface TooltipProps {
	/** Repeats or completes what the page says elsewhere: touch screens never show it. */
	readonly text: string;
	/** One focusable element. */
	readonly children: ReactNode;
}

const landmarks = 'header, nav, main, aside, footer';

/** A hint on hover and focus, which stands in the landmark of what it explains: whoever jumps between those finds it there. */
export function Tooltip({ text, children }: TooltipProps) {
	const [trigger, setTrigger] = useState<HTMLElement | null>(null);
	return (
		<RadixTooltip.Root>
			<RadixTooltip.Trigger asChild ref={setTrigger}>
				{children}
			</RadixTooltip.Trigger>
			<RadixTooltip.Portal container={trigger?.closest<HTMLElement>(landmarks) ?? null}>
				<RadixTooltip.Content
					sideOffset={6}
					collisionPadding={8}
					className="z-60 max-w-64 animate-enter rounded-sm border border-line bg-surface-3 px-2.5 py-1.5 text-[0.8125rem] text-text shadow-pop"
				>
					{text}
				</RadixTooltip.Content>
			</RadixTooltip.Portal>
		</RadixTooltip.Root>
	);
}

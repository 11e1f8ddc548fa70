import { Button } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { mergerTexts } from './merger-texts.ts';

const { step: texts } = mergerTexts;

/** Whether a step's card shows its summary alone. */
export interface StepDisclosure {
	readonly isFolded: boolean;
	readonly onFold: (isFolded: boolean) => void;
}

export interface StepCardProps {
	readonly title: string;
	/** What the step has come to, in a line; null as long as there is nothing to fold. */
	readonly summary: string | null;
	readonly folding: StepDisclosure;
	/** For what an open card holds. */
	readonly actions?: ReactNode;
	readonly children: ReactNode;
}

/** One step of the page: open, or folded to a line that sums it up. What it holds goes on while it is folded. */
export function StepCard({ title, summary, folding, actions, children }: StepCardProps) {
	const contentId = useId();
	const toggle = useRef<HTMLButtonElement>(null);
	const isFolded = folding.isFolded && summary !== null;
	const content = useRef<HTMLDivElement>(null);
	// A button that is busy has lost the focus already, and nothing else has it.
	const hadFocus = useRef(false);
	useLayoutEffect(() => {
		if (isFolded && hadFocus.current) toggle.current?.focus({ preventScroll: true });
	}, [isFolded]);
	useEffect(() => {
		const note = ({ target }: FocusEvent) => {
			hadFocus.current = target instanceof Node && content.current?.contains(target) === true;
		};
		document.addEventListener('focusin', note);
		return () => document.removeEventListener('focusin', note);
	}, []);
	return (
		<Card
			title={title}
			actions={
				<div className="flex items-center gap-2">
					{isFolded ? null : actions}
					{summary === null ? null : (
						<Button
							ref={toggle}
							size="small"
							tone="ghost"
							aria-expanded={!isFolded}
							aria-controls={contentId}
							aria-label={isFolded ? texts.unfold(title) : texts.fold(title)}
							icon={
								<ChevronDown aria-hidden className={clsx('size-5 transition-transform', !isFolded && 'rotate-180')} />
							}
							onClick={() => folding.onFold(!isFolded)}
						/>
					)}
				</div>
			}
		>
			{isFolded ? <p className="figures wrap-anywhere text-text-2">{summary}</p> : null}
			<div ref={content} id={contentId} hidden={isFolded}>
				{children}
			</div>
		</Card>
	);
}

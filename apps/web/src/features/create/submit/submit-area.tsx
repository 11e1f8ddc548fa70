import { Button } from '@adx/ui/controls/button';
import { Sparkles } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { BottomBarPortal, narrowQuery } from '../../../shell/bottom-bar.tsx';
import { ResetForm } from './reset-form.tsx';
import { SubmitSummaryText, type SubmitSummaryWays } from './submit-summary-text.tsx';
import { useSubmitFocus } from './use-submit-focus.ts';
import { useSubmitSummary } from './use-submit-summary.ts';

export interface SubmitAreaProps extends SubmitSummaryWays {
	/** The form that the button submits. */
	readonly formId: string;
	/** Whether the form is the part of the page that is on show. */
	readonly isShown: boolean;
	readonly isPending: boolean;
	/** Why the last try to start came to nothing; null for none. */
	readonly problem: string | null;
	/** Whether another button on the page is the better first step. */
	readonly isSecondary: boolean;
}

/** The one button that orders, with its price in it: never out of reach, whatever the window's width. */
export function SubmitArea(props: SubmitAreaProps) {
	const { formId, isShown, isPending, problem, isPlanImpossible, isPlanOpen, onOpen, onSeePlan, isSecondary } = props;
	const isNarrow = useMediaQuery(narrowQuery);
	const summaryId = useId();
	const { button, description } = useSubmitFocus<HTMLParagraphElement>(isPending);
	const summaryOfForm = useSubmitSummary();
	const { short } = summaryOfForm;
	const isRefused = problem !== null && !isPending;
	useEffect(() => {
		// The dialog that confirmed the order could not give it back to a button that was at work.
		if (isRefused && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
	}, [isRefused, button]);
	// What the plan says already is not said again.
	const alert =
		problem === null || isPlanImpossible ? null : (
			<p role="alert" className="my-2 rounded-sm border border-ember-text px-3 py-2 text-sm text-text first:mt-0">
				{problem}
			</p>
		);
	const summary = (
		<SubmitSummaryText
			ref={description}
			id={summaryId}
			summary={summaryOfForm}
			isPlanImpossible={isPlanImpossible}
			isPlanOpen={isPlanOpen}
			onOpen={onOpen}
			onSeePlan={onSeePlan}
		/>
	);
	const content = (
		<>
			{/* Above the button, beside which others stand, and as wide as all of them. */}
			{isNarrow ? (
				<div className="col-span-full">
					{alert}
					{summary}
				</div>
			) : null}
			<Button
				ref={button}
				type="submit"
				form={formId}
				tone={isSecondary ? 'secondary' : 'primary'}
				size="large"
				className="min-h-[3.375rem]! w-full max-lg:low:min-h-11! max-lg:low:py-0.5! max-sm:px-1! max-sm:py-0.5! max-sm:text-[0.9375rem]!"
				aria-describedby={summaryId}
				busyText={isPending ? 'Generating...' : undefined}
				disabled={isPending}
				icon={<Sparkles aria-hidden className="size-5 shrink-0 max-sm:hidden" />}
			>
				<span className="min-w-0 leading-tight">
					<span className="block">Generate ADX Characters</span>
					{/* Assistive technology gets it from the summary. */}
					{short === '' ? null : (
						<span aria-hidden className="figures block text-[0.8125rem] font-normal max-sm:text-xs">
							{short}
						</span>
					)}
				</span>
			</Button>
			{/* Under the button, which stays where it is. */}
			{isNarrow ? null : summary}
			{isNarrow ? null : alert}
		</>
	);
	if (!isNarrow) {
		return (
			<section data-clear-of-toasts aria-label="Main action" className="shrink-0">
				{content}
				<ResetForm />
			</section>
		);
	}
	return (
		<>
			<ResetForm />
			{isShown ? <BottomBarPortal place="main">{content}</BottomBarPortal> : null}
		</>
	);
}

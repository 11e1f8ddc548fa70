import clsx from 'clsx';
import { Fragment, type Ref } from 'react';
import type { SectionId } from '../form/form-sections.ts';
import type { SubmitSummary } from './use-submit-summary.ts';

/** Ways from what stands beside the button to where it is mended. */
export interface SubmitSummaryWays {
	/** Whether these choices are known to allow no plan: why, stands in the plan. */
	readonly isPlanImpossible: boolean;
	/** Whether the plan is the section that is open. */
	readonly isPlanOpen: boolean;
	/** Leads to a section in which something is missing. */
	readonly onOpen: (section: SectionId) => void;
	/** Leads to why there is no plan. */
	readonly onSeePlan: () => void;
}

export interface SubmitSummaryTextProps extends SubmitSummaryWays {
	readonly id: string;
	readonly summary: SubmitSummary;
	/** Gets an element that takes the focus while the button cannot. */
	readonly ref: Ref<HTMLParagraphElement>;
}

/**
 * What pressing the button will do, and what is in the way of it, each with a link to where it is mended. In narrow windows
 * what the button says already is left to assistive technology: the bar is low.
 */
export function SubmitSummaryText(props: SubmitSummaryTextProps) {
	const { id, summary, isPlanImpossible, isPlanOpen, onOpen, onSeePlan, ref } = props;
	const { numbers, daily, missing } = summary;
	const isReady = missing.length === 0 && !isPlanImpossible;
	return (
		<p
			ref={ref}
			id={id}
			tabIndex={-1}
			className={clsx(
				'figures text-center text-[0.8125rem] text-balance text-text-2 max-lg:mb-0.5 max-lg:leading-[1.125rem] lg:mt-2',
				isReady && daily === null && 'max-lg:sr-only',
			)}
		>
			{numbers === null ? null : <span className="max-lg:sr-only lg:block">{numbers}</span>}
			{numbers === null || (isReady && daily === null) ? null : <span className="sr-only">.</span>}{' '}
			{daily === null ? null : (
				<span
					className={clsx('lg:block', daily.isExceeded ? 'font-medium text-ember-text' : !isReady && 'max-lg:sr-only')}
				>
					{`${daily.text}${isReady ? '' : '.'}`}
				</span>
			)}{' '}
			{missing.length === 0 ? null : (
				<span className="inline-block lg:block">
					Still missing:
					{missing.map(({ section, name }, place) => (
						<Fragment key={section}>
							{' '}
							<span className="whitespace-nowrap">
								<button type="button" className={linkClass} onClick={() => onOpen(section)}>
									{name}
								</button>
								{place < missing.length - 1 ? ',' : isPlanImpossible ? '.' : null}
							</span>
						</Fragment>
					))}
				</span>
			)}{' '}
			{/* The plan says it by itself while it is open. */}
			<span
				aria-live={isPlanOpen ? 'off' : 'polite'}
				className={clsx('text-ember-text lg:block', isPlanImpossible && 'inline-block')}
			>
				{isPlanImpossible ? (
					<>
						This plan is not possible.{' '}
						<button type="button" className={linkClass} onClick={onSeePlan}>
							See why
						</button>
					</>
				) : null}
			</span>
		</p>
	);
}

const linkClass = 'inline rounded-sm font-medium underline underline-offset-2 hover:text-text';

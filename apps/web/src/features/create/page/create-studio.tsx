import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { focusFirstHeading } from '@adx/ui/focus/focus-heading';
import { followBottomInset } from '@adx/ui/layout/bottom-inset';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { getScrollInsetPx } from '../../../lib/get-scroll-inset-px.ts';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { usePortalTarget } from '../../../lib/hooks/use-portal-target.ts';
import { narrowQuery } from '../../../shell/bottom-bar.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { type FormInput, useGenerationFormContext } from '../form/form-schema.ts';
import { findSection, getNextSection, listMissingChoices, type SectionId } from '../form/form-sections.ts';
import { GenerateForm } from '../form/generate-form.tsx';
import { toPlanRequest } from '../form/plan-request.ts';
import { useLayersField } from '../layers/use-layers-field.ts';
import type { PlanProblem } from '../plan/plan-client.ts';
import { ConfirmOrderDialog } from '../submit/confirm-order-dialog.tsx';
import { SubmitArea } from '../submit/submit-area.tsx';
import { useSubmitGeneration } from '../submit/use-submit-generation.ts';
import { LivePreview } from './live-preview.tsx';
import { NewcomerCard } from './newcomer-card.tsx';
import { SectionIndex } from './section-index.tsx';

/** What the plan of the form's choices gets to work with. */
export interface PlanSlot {
	/** Whether the plan is on show; it is made all the same. */
	readonly isShown: boolean;
	/** Where a line about the plan belongs while the plan itself is not on show; null for nowhere yet. */
	readonly statusPlace: HTMLElement | null;
	/** Submits the form as it is then. */
	readonly onSubmit: () => void;
	/** Gets why these choices allow no plan, whenever that changes; null for nothing. */
	readonly onProblem: (problem: PlanProblem | null) => void;
	/** Gets what the first number of the plan that is not right is called, whenever that changes; null for none. */
	readonly onWrongNumber: (name: string | null) => void;
	/** Whether that number is to be shown and to get the focus. */
	readonly isWrongWanted: boolean;
	readonly onWrongFocused: () => void;
	/** Leads to the choices that are still missing. */
	readonly onChoose: () => void;
}

export interface CreateStudioProps {
	readonly isShown: boolean;
	/** The section that is open. */
	readonly open: SectionId;
	readonly onOpen: (id: SectionId) => void;
	/** Somebody without any job yet gets a way to see pictures at once. */
	readonly isNewcomer: boolean;
	readonly onStarted: (jobId: string) => void;
	/** A field that is to be shown and to take the focus; null for none. */
	readonly fieldToFocus: keyof FormInput | null;
	readonly onInvalid: (field: keyof FormInput) => void;
	readonly onFocused: () => void;
	readonly presets: ReactNode;
	/** The plan beside the form; it may come later than the page. */
	readonly plan: (slot: PlanSlot) => ReactNode;
}

/** The form, one section at a time between the index of all and the preview with the button that orders. */
export function CreateStudio(props: CreateStudioProps) {
	const { isShown, open, onOpen, isNewcomer, onStarted, fieldToFocus, onInvalid, onFocused, presets, plan } = props;
	const form = useGenerationFormContext();
	const [races, classes, engine] = useWatch({ control: form.control, name: ['races', 'classes', 'engine'] });
	const formId = useId();
	const isNarrow = useMediaQuery(narrowQuery);
	const isPhone = useMediaQuery('(width < 48rem)');
	const [statusPlace, setStatusPlace] = usePortalTarget();
	const [planProblem, setPlanProblem] = useState<PlanProblem | null>(null);
	const [wrongNumber, setWrongNumber] = useState<string | null>(null);
	const [isWrongWanted, setWrongWanted] = useState(false);
	const isPlanImpossible = planProblem !== null;
	const planError =
		wrongNumber !== null ? 'A number is not right yet' : isPlanImpossible ? 'Not possible as it is' : undefined;
	const { isPending, problem, submit, unconfirmed } = useSubmitGeneration({
		onStarted,
		onInvalid,
		// The form may have changed since it was planned.
		isPlanImpossible: () =>
			isPlanImpossible &&
			(engine === 'layers' || JSON.stringify(planProblem.request) === JSON.stringify(toPlanRequest(form.getValues()))),
		wrongNumber,
	});
	useLayersField();
	const { sectionRef, openSection, goToSection, focusBeginning } = useSections(open, onOpen);
	const focusField = useEffectEvent((field: keyof FormInput) => {
		onFocused();
		// A folder is picked by a button, which is not a field of the form.
		if (field === 'layers') focusBeginning();
		else if (field !== 'plan') form.setFocus(field);
		else if (form.getFieldState('plan.seed').error !== undefined) form.setFocus('plan.seed');
		else if (wrongNumber !== null) setWrongWanted(true);
		// What is wrong with counts and rules stands at the top of the plan.
		else focusBeginning(isPlanImpossible ? '[data-plan-problem]' : undefined);
	});
	useEffect(() => {
		if (fieldToFocus === null) return;
		// A field that is not on screen cannot take the focus.
		if (open !== findSection(fieldToFocus)) onOpen(findSection(fieldToFocus));
		else if (isShown) focusField(fieldToFocus);
	}, [fieldToFocus, open, isShown, onOpen]);

	// The way for newcomers stands where they begin; further on it would only be one more button.
	const isFirstSection = isNewcomer && open === 'races';
	// It needs no key, which a press of the button has asked for.
	const hasOffer = isFirstSection || (isNewcomer && open === 'engine' && engine !== 'layers');
	const isUntouched = isFirstSection && races.length === 0 && classes.length === 0;
	const isPlanShown = isShown && open === 'plan';
	return (
		<div className={clsx(studioClass, !isShown && 'hidden')}>
			{unconfirmed === null ? null : <ConfirmOrderDialog {...unconfirmed} />}
			<div ref={followBottomInset} className={indexClass}>
				<SectionIndex open={open} onOpen={openSection} planError={planError} />
			</div>
			<div ref={sectionRef} tabIndex={-1} className={sectionClass}>
				{hasOffer ? <NewcomerCard isPending={isPending} isFirstStep={isUntouched} onTry={submit} /> : null}
				<GenerateForm id={formId} open={open} onSubmit={submit} presets={presets} />
				<div id="create-plan" className={clsx('grid min-w-0 gap-3', open !== 'plan' && 'hidden')}>
					{isPhone && open === 'plan' && engine !== 'layers' ? <LivePreview isShown={isShown} /> : null}
					<SectionErrorBoundary problem="The plan could not be shown. Generating is not affected: the server plans by itself.">
						<Suspense fallback={<Skeleton className="h-40 w-full" />}>
							{plan({
								isShown: isPlanShown,
								statusPlace,
								onSubmit: submit,
								onProblem: setPlanProblem,
								onWrongNumber: setWrongNumber,
								isWrongWanted,
								onWrongFocused: () => setWrongWanted(false),
								onChoose: () => goToSection(listMissingChoices(form.getValues())[0]?.section ?? 'races'),
							})}
						</Suspense>
					</SectionErrorBoundary>
				</div>
				<NextSection open={open} engine={engine} onOpen={goToSection} />
			</div>
			<div ref={followBottomInset} className={sideClass}>
				{isNarrow && !isPhone && engine !== 'layers' ? <LivePreview isShown={isShown} /> : null}
				<SubmitArea
					formId={formId}
					isShown={isShown}
					isPending={isPending}
					problem={problem}
					isPlanImpossible={isPlanImpossible}
					isPlanOpen={open === 'plan'}
					onOpen={goToSection}
					onSeePlan={() => onInvalid('plan')}
					isSecondary={isUntouched}
				/>
				{open === 'plan' ? null : <div ref={setStatusPlace} className="shrink-0 empty:hidden max-lg:hidden" />}
				{isNarrow || engine === 'layers' ? null : <LivePreview isShown={isShown} />}
			</div>
		</div>
	);
}

/** In the place of the studio until it is drawn, which a slow machine takes seconds for. */
export function StudioSkeleton() {
	return (
		<div className={studioClass}>
			<Skeleton className="h-16 md:max-lg:col-span-2 lg:h-80" />
			<Skeleton className="h-96" />
			<Skeleton className="h-40 lg:h-96" />
		</div>
	);
}

/** `--side` is the width of the column with the preview. */
const studioClass = clsx(
	'grid items-start gap-x-5 gap-y-3',
	'md:max-lg:grid-cols-[minmax(0,1fr)_15rem] lg:[--side:17rem] xl:[--side:20rem] min-[100rem]:[--side:27rem]',
	'lg:grid-cols-[13rem_minmax(0,1fr)_var(--side)] xl:grid-cols-[15rem_minmax(0,1fr)_var(--side)]',
);

/**
 * As wide windows show both columns beside the section: whole as long as there is room between their top in a page that is
 * not scrolled and what stays at the bottom of the window, with a margin for focus rings.
 */
const columnClass = clsx(
	'lg:sticky lg:-m-1 lg:overflow-y-auto lg:p-1 lg:top-[calc(4.5rem+var(--banner-height,0px))]',
	'lg:max-h-[calc(100dvh-8.25rem-var(--banner-height,0px)-var(--notice-height,0px)-var(--bottom-inset,0px))]',
);
/** In short windows it scrolls along: there the bars would leave too little between them. */
const indexClass = clsx(
	columnClass,
	'min-w-0 max-lg:not-short:sticky max-lg:top-[calc(3.5rem+var(--banner-height,0px))] max-lg:z-10 max-lg:-mx-3 max-lg:bg-bg max-lg:px-3 max-lg:pt-2 sm:max-lg:-mx-6 sm:max-lg:px-6 md:max-lg:col-span-2',
);
const sideClass = clsx(
	columnClass,
	'max-lg:grid gap-3 md:max-lg:sticky md:max-lg:top-[calc(8rem+var(--banner-height,0px))] md:max-lg:short:top-[calc(4.25rem+var(--banner-height,0px))] lg:flex lg:flex-col',
);
/** On narrow windows the steps stay above the section, and cover nothing that gets the focus. */
const sectionClass = 'grid min-w-0 scroll-mt-16 gap-3 outline-none lg:scroll-mt-4 max-lg:**:scroll-mt-16';

/** Opens sections so that each is read from its beginning; `goToSection` takes the focus along. */
function useSections(open: SectionId, onOpen: (id: SectionId) => void) {
	const sectionRef = useRef<HTMLDivElement>(null);
	const isFocusWanted = useRef(false);
	const isOpening = useRef(false);

	function focusHeading(selector = 'h2') {
		const section = open === 'plan' ? '#create-plan' : `[data-form-section="${open}"]`;
		focusFirstHeading(sectionRef.current, `${section} ${selector}`);
	}

	const takeFocus = useEffectEvent(focusHeading);
	useEffect(() => {
		const section = sectionRef.current;
		// A short one leaves the page unable to scroll that far: then nothing above it is shown in part.
		const isBelow = () => section !== null && section.getBoundingClientRect().top > getScrollInsetPx(section) + 1;
		if (isOpening.current && window.scrollY > 0 && isBelow()) window.scrollTo({ top: 0 });
		isOpening.current = false;
		if (open !== null && isFocusWanted.current) takeFocus();
		isFocusWanted.current = false;
	}, [open]);

	function showBeginning() {
		const section = sectionRef.current;
		// Where it is in view, nothing moves.
		if (section !== null && section.getBoundingClientRect().top < getScrollInsetPx(section)) section.scrollIntoView();
	}

	function openSection(id: SectionId) {
		isOpening.current = true;
		onOpen(id);
		showBeginning();
	}

	function goToSection(id: SectionId) {
		// What was pressed goes away, or stays below what is on show now.
		if (id === open) return focusBeginning();
		isFocusWanted.current = true;
		openSection(id);
	}

	/** Of the section that is open: to what is found in it, else to its heading. */
	function focusBeginning(selector?: string) {
		showBeginning();
		focusHeading(selector);
	}

	return { sectionRef, openSection, goToSection, focusBeginning };
}

interface NextSectionProps {
	readonly open: SectionId;
	readonly engine: FormInput['engine'];
	readonly onOpen: (id: SectionId) => void;
}

function NextSection({ open, engine, onOpen }: NextSectionProps) {
	const next = getNextSection(open, engine);
	if (next === undefined) return null;
	return (
		<Button className="justify-self-end" onClick={() => onOpen(next.id)}>
			{`Next: ${next.label}`}
			<ArrowRight aria-hidden className="size-4" />
		</Button>
	);
}

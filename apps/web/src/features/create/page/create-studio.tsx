import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import clsx from 'clsx';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts';
import { narrowQuery } from '../../../shell/bottom-bar.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { ConfirmOrderDialog } from '../form/confirm-order-dialog.tsx';
import { type FormInput, useGenerationFormContext } from '../form/form-schema.ts';
import { findSection, getNextSection, type SectionId } from '../form/form-sections.ts';
import { GenerateForm } from '../form/generate-form.tsx';
import { NewcomerCard } from '../form/newcomer-card.tsx';
import { SectionIndex } from '../form/section-index.tsx';
import { SubmitArea } from '../form/submit-area.tsx';
import { useSubmitGeneration } from '../form/use-submit-generation.ts';
import { LivePreview } from './live-preview.tsx';

/** What the plan of the form's choices gets to work with. */
export interface PlanSlot {
	/** Whether the plan is on show; it is made all the same. */
	readonly isShown: boolean;
	/** Where a line about the plan belongs while the plan itself is not on show; null for nowhere yet. */
	readonly statusPlace: HTMLElement | null;
	/** Submits the form as it is then. */
	readonly onSubmit: () => void;
	/** Leads to the choices that are still missing. */
	readonly onChoose: () => void;
}

export interface CreateStudioProps {
	readonly isShown: boolean;
	/** Somebody without any job yet gets a way to see pictures at once. */
	readonly isNewcomer: boolean;
	readonly onStarted: (jobId: string) => void;
	/** A field that is to be shown and to take the focus; null for none. */
	readonly fieldToFocus: keyof FormInput | null;
	readonly onShowField: (field: keyof FormInput) => void;
	readonly onFocused: () => void;
	readonly presets: ReactNode;
	/** The plan beside the form; it may come later than the page. */
	readonly plan: (slot: PlanSlot) => ReactNode;
}

/** The form, one section at a time between the index of all and the preview with the button that orders. */
export function CreateStudio(props: CreateStudioProps) {
	const { isShown, isNewcomer, onStarted, fieldToFocus, onShowField, onFocused, presets, plan } = props;
	const form = useGenerationFormContext();
	const formId = useId();
	const isNarrow = useMediaQuery(narrowQuery);
	const [open, setOpen] = useState<SectionId>('races');
	const [statusPlace, setStatusPlace] = useState<HTMLElement | null>(null);
	const sectionTop = useRef<HTMLDivElement>(null);
	const { isPending, problem, submit, unconfirmed } = useSubmitGeneration({
		onStarted,
		onInvalid: onShowField,
	});
	const focusField = useEffectEvent((field: keyof FormInput) => {
		onFocused();
		// The plan's fields are not the form's.
		if (field !== 'plan') form.setFocus(field);
	});
	useEffect(() => {
		if (fieldToFocus === null) return;
		// A field that is not on screen cannot take the focus.
		if (open !== findSection(fieldToFocus)) setOpen(findSection(fieldToFocus));
		else if (isShown) focusField(fieldToFocus);
	}, [fieldToFocus, open, isShown]);

	function openSection(id: SectionId) {
		setOpen(id);
		const top = sectionTop.current?.getBoundingClientRect().top ?? 0;
		// A section is read from its beginning; where that is in view, nothing moves.
		if (top < 0) sectionTop.current?.scrollIntoView();
	}

	const [races, classes] = useWatch({ control: form.control, name: ['races', 'classes'] });
	const isUntouched = isNewcomer && races.length === 0 && classes.length === 0;
	const preview = <LivePreview />;
	return (
		<div
			className={clsx(
				'grid items-start gap-x-5 gap-y-3 lg:grid-cols-[13rem_minmax(0,1fr)_17rem] xl:grid-cols-[15rem_minmax(0,1fr)_20rem]',
				!isShown && 'hidden',
			)}
		>
			{unconfirmed === null ? null : <ConfirmOrderDialog {...unconfirmed} />}
			<div className="sticky top-14 z-10 min-w-0 max-lg:-mx-3 max-lg:bg-bg max-lg:px-3 max-lg:pt-2 sm:max-lg:-mx-6 sm:max-lg:px-6 lg:top-[calc(4.5rem+var(--banner-height,0px))]">
				<SectionIndex open={open} onOpen={openSection} />
			</div>
			<div ref={sectionTop} className="grid min-w-0 scroll-mt-32 gap-3 lg:scroll-mt-20">
				{isNewcomer ? <NewcomerCard isPending={isPending} isFirstStep={isUntouched} onTry={submit} /> : null}
				<GenerateForm id={formId} open={open} onSubmit={submit} presets={presets} />
				<div
					id="create-plan"
					className={clsx(
						'grid min-w-0 gap-3',
						open !== 'plan' && 'hidden',
						'md:max-lg:grid-cols-[16rem_minmax(0,1fr)]',
					)}
				>
					{isNarrow ? preview : null}
					<SectionErrorBoundary problem="The plan could not be shown. Generating is not affected: the server plans by itself. Reloading the page brings the plan back and empties the form.">
						<Suspense fallback={<Skeleton className="h-40 w-full" />}>
							{plan({
								isShown: isShown && open === 'plan',
								statusPlace,
								onSubmit: submit,
								onChoose: () => openSection(findFirstMissing(form.getValues())),
							})}
						</Suspense>
					</SectionErrorBoundary>
				</div>
				<NextSection open={open} onOpen={openSection} />
			</div>
			<div className="grid gap-3 lg:sticky lg:top-[calc(4.5rem+var(--banner-height,0px))]">
				{isNarrow ? null : preview}
				{open === 'plan' ? null : <div ref={setStatusPlace} className="empty:hidden max-lg:hidden" />}
				<SubmitArea
					formId={formId}
					isShown={isShown}
					isPending={isPending}
					problem={problem}
					isSecondary={isUntouched}
				/>
			</div>
		</div>
	);
}

function NextSection({ open, onOpen }: { readonly open: SectionId; readonly onOpen: (id: SectionId) => void }) {
	const next = getNextSection(open);
	if (next === undefined) return null;
	return (
		<Button className="justify-self-end" onClick={() => onOpen(next.id)}>
			{`Next: ${next.label}`}
			<ArrowRight aria-hidden className="size-4" />
		</Button>
	);
}

/** The section of the first choice that a plan still needs. */
function findFirstMissing({ races, classes, artStyle }: FormInput): SectionId {
	if (races.length === 0) return 'races';
	if (classes.length === 0) return 'classes';
	return artStyle === '' ? 'style' : 'background';
}

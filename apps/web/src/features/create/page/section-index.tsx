import clsx from 'clsx';
import { Check, Circle, Minus, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useStore } from 'zustand';
import { afterFrame } from '../../../lib/after-frame.ts';
import { type FormInput, useGenerationFormContext } from '../form/form-schema.ts';
import { getSectionError, getSections, type SectionId } from '../form/form-sections.ts';
import { toSectionSummaries } from '../form/section-summaries.ts';
import { layersStore } from '../layers/layers-store.ts';

export interface SectionIndexProps {
	readonly open: SectionId;
	readonly onOpen: (id: SectionId) => void;
	/** What keeps the plan from being ordered, in a few words; undefined for nothing. */
	readonly planError: string | undefined;
}

const stateIcons = { chosen: Check, missing: Circle, optional: Minus } as const;

/** Scrolls sideways alone, and only where the steps stand in a row: the page stays where it is. */
function placeStep(list: HTMLElement | null, open: SectionId, behavior: ScrollBehavior): void {
	const step = list?.querySelector<HTMLElement>(`[data-section="${open}"]`);
	if (step != null) list?.scrollTo?.({ left: step.offsetLeft - 48, behavior });
}

/** Every section of the form as a line that says what was chosen in it; in narrow windows a row of steps, which shorten it. */
export function SectionIndex({ open, onOpen, planError }: SectionIndexProps) {
	const { control } = useGenerationFormContext();
	const form = useWatch({ control }) as FormInput;
	const layers = useStore(layersStore, ({ view }) => view);
	const summaries = toSectionSummaries(form, layers);
	const { errors } = useFormState({ control });
	const list = useRef<HTMLUListElement>(null);
	const isPlaced = useRef(false);
	useEffect(() => {
		if (isPlaced.current) {
			placeStep(list.current, open, 'auto');
			return;
		}
		// At first nothing has moved.
		return afterFrame(() => {
			isPlaced.current = true;
			placeStep(list.current, open, 'instant');
		});
	}, [open]);
	useEffect(() => {
		if (list.current === null) return;
		// In a window that was made narrower the step that is open would be out of view.
		const observer = new ResizeObserver(() => isPlaced.current && placeStep(list.current, open, 'instant'));
		observer.observe(list.current);
		return () => observer.disconnect();
	}, [open]);
	return (
		<nav aria-label="Sections of the form" className="min-w-0">
			<ul
				ref={list}
				className="relative flex gap-1.5 max-lg:overflow-x-auto max-lg:pb-2 motion-safe:scroll-smooth lg:grid lg:gap-1 lg:low:gap-0.5"
			>
				{getSections(form.engine).map((section) => {
					const { id, label } = section;
					const { text, state } = summaries[id];
					const error = getSectionError(errors, section) ?? (id === 'plan' ? planError : undefined);
					const Icon = error === undefined ? stateIcons[state] : TriangleAlert;
					return (
						<li key={id} className="shrink-0">
							<button
								type="button"
								data-section={id}
								aria-current={id === open ? 'step' : undefined}
								onClick={() => onOpen(id)}
								onFocus={({ currentTarget }) => {
									// By the keyboard alone: under a finger it would move away before it is pressed.
									if (currentTarget.matches(':focus-visible')) placeStep(list.current, id, 'auto');
								}}
								className={clsx(
									'flex w-full items-center gap-2 rounded-sm border px-3 py-2 text-left transition-colors duration-[120ms] max-lg:min-h-11 max-lg:py-0.75 max-lg:leading-tight lg:low:py-1 lg:low:leading-tight',
									id === open
										? 'border-primary bg-surface-3 text-text'
										: 'border-border bg-surface-1 text-text-2 hover:bg-surface-3 hover:text-text',
								)}
							>
								<Icon
									aria-hidden
									className={clsx(
										'size-4 shrink-0',
										error !== undefined ? 'text-ember-text' : state === 'chosen' ? 'text-ok' : 'text-text-3',
									)}
								/>
								<span className="min-w-0">
									<span className="block font-semibold max-lg:whitespace-nowrap">{label}</span>
									<span
										className={clsx(
											'figures block text-[0.8125rem] max-lg:max-w-36 max-lg:truncate max-lg:text-xs max-lg:short:sr-only lg:line-clamp-2 lg:wrap-anywhere lg:low:line-clamp-1',
											error === undefined ? 'text-text-2' : 'text-ember-text',
										)}
									>
										{error ?? text}
									</span>
								</span>
							</button>
						</li>
					);
				})}
			</ul>
		</nav>
	);
}

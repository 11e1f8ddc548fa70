import clsx from 'clsx';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import { focusVisibly } from '../focus/focus-visibly.ts';
import { getRovingIndex } from '../keyboard/roving-index.ts';

export interface Choice<Value> {
	readonly value: Value;
	readonly name: string;
	/** Can be reached and read, not chosen. */
	readonly locked?: boolean;
	readonly content: ReactNode;
}

export interface ChoiceGroupProps<Value> {
	readonly label: string;
	readonly choices: readonly Choice<Value>[];
	readonly value: Value | null;
	readonly onChoose: (value: Value) => void;
	/** A locked card was clicked or got Enter or Space; arrows only pass over it. */
	readonly onLocked?: () => void;
	/** How many tiles stand side by side where no grid says so; what Up and Down move by. */
	readonly columns: number;
	readonly className: string;
	readonly describedBy?: string | undefined;
	/** Gets `{focus}`, so that a form can lead to the first message. */
	readonly ref?: Ref<{ focus: () => void }>;
}

/** Cards of which one is chosen. One tab stop; arrows move and choose, and pass over nothing. */
export function ChoiceGroup<Value extends string | number>(props: ChoiceGroupProps<Value>) {
	const { label, choices, value, onChoose, onLocked, columns, className, describedBy, ref } = props;
	const group = useRef<HTMLDivElement>(null);
	const chosen = choices.findIndex((choice) => choice.value === value);
	const tabStop = Math.max(0, chosen);
	const cards = () => Array.from(group.current?.querySelectorAll<HTMLButtonElement>('[role="radio"]') ?? []);
	function columnCount(): number {
		// As many as the style sheet found room for.
		const tracks = group.current === null ? '' : getComputedStyle(group.current).gridTemplateColumns;
		return tracks === '' || tracks === 'none' ? columns : tracks.split(' ').length;
	}
	useImperativeHandle(ref, () => ({ focus: () => focusVisibly(cards()[tabStop]) }));

	function pressKey(event: KeyboardEvent, index: number) {
		const target = getRovingIndex(event.key, index, choices.length, columnCount());
		if (target === null || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		cards()[target]?.focus();
		choose(choices[target]);
	}

	function choose(choice: Choice<Value> | undefined) {
		if (choice !== undefined && choice.locked !== true) onChoose(choice.value);
	}

	function press({ currentTarget }: MouseEvent<HTMLElement>, choice: Choice<Value>) {
		// Not every browser gives it to a button that is clicked; and what opens now gives it back to the card.
		currentTarget.focus({ preventScroll: true });
		if (choice.locked) onLocked?.();
		else choose(choice);
	}

	return (
		<div ref={group} role="radiogroup" aria-label={label} aria-describedby={describedBy} className={className}>
			{choices.map((choice, index) => {
				const isChosen = index === chosen;
				return (
					// biome-ignore lint/a11y/useSemanticElements: an input cannot be a card with content of its own
					<button
						key={choice.value}
						type="button"
						role="radio"
						aria-checked={isChosen}
						aria-label={choice.name}
						aria-disabled={choice.locked || undefined}
						tabIndex={index === tabStop ? 0 : -1}
						onKeyDown={(event) => pressKey(event, index)}
						onClick={(event) => press(event, choice)}
						className={clsx(
							'control-height rounded-sm border text-left transition-colors duration-[120ms]',
							isChosen ? 'border-primary bg-surface-3 ring-1 ring-primary' : 'border-line bg-surface-2',
							!isChosen && 'hover:bg-surface-3',
							choice.locked && 'border-dashed',
							choice.locked && onLocked === undefined && 'cursor-not-allowed',
						)}
					>
						{choice.content}
					</button>
				);
			})}
		</div>
	);
}

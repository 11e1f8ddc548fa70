import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { PickerOption } from '../lib/option-search.ts';
import { rovingTarget } from '../lib/roving-index.ts';

const columns = 2;

export interface ToggleGridProps<Value extends string> {
	readonly label: string;
	readonly options: readonly PickerOption<Value>[];
	readonly selected: readonly Value[];
	readonly onToggle: (values: readonly Value[], isOn: boolean) => void;
	/** Page keys: -1 back, 1 on. */
	readonly onTurnPage?: (direction: -1 | 1) => void;
	readonly disabled?: boolean;
	readonly describedBy?: string | undefined;
	/** Gets `{focus}`, so that a form can lead to the first message. */
	readonly ref?: Ref<{ focus: () => void }>;
}

/**
 * Tiles that are ticked like checkboxes. One tab stop: arrows, Home and End move inside, Space ticks,
 * Shift and click ticks everything in between.
 */
export function ToggleGrid<Value extends string>(props: ToggleGridProps<Value>) {
	const { label, options, selected, onToggle, onTurnPage, disabled = false, describedBy, ref } = props;
	const [active, setActive] = useState(0);
	const grid = useRef<HTMLDivElement>(null);
	const tabStop = Math.min(active, options.length - 1);
	const tiles = () => Array.from(grid.current?.querySelectorAll<HTMLButtonElement>('[role="checkbox"]') ?? []);
	useImperativeHandle(ref, () => ({ focus: () => tiles()[tabStop]?.focus() }));

	function pressKey(event: KeyboardEvent, index: number) {
		if (event.key === 'PageDown' || event.key === 'PageUp') {
			event.preventDefault();
			onTurnPage?.(event.key === 'PageDown' ? 1 : -1);
			return;
		}
		const target = rovingTarget(event.key, index, options.length, columns);
		if (target === null || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		setActive(target);
		tiles()[target]?.focus();
	}

	function click(event: MouseEvent, index: number, isOn: boolean) {
		const from = event.shiftKey ? Math.min(active, index) : index;
		const to = event.shiftKey ? Math.max(active, index) : index;
		setActive(index);
		const values = options.slice(from, to + 1).map((option) => option.value);
		onToggle(values, event.shiftKey || isOn);
	}

	return (
		// biome-ignore lint/a11y/useSemanticElements: the fieldset around it already names the whole section
		<div ref={grid} role="group" aria-label={label} aria-describedby={describedBy} className="grid grid-cols-2 gap-1.5">
			{options.map(({ value, label: name }, index) => {
				const isOn = selected.includes(value);
				return (
					// biome-ignore lint/a11y/useSemanticElements: an input cannot be a tile that holds its own text
					<button
						key={value}
						type="button"
						role="checkbox"
						aria-checked={isOn}
						disabled={disabled}
						tabIndex={index === tabStop ? 0 : -1}
						onKeyDown={(event) => pressKey(event, index)}
						onClick={(event) => click(event, index, !isOn)}
						className={clsx(
							'control-height flex items-center gap-2 rounded-sm border px-2.5 py-1 text-left text-sm leading-tight transition-colors duration-[120ms]',
							'disabled:cursor-not-allowed disabled:border-border disabled:text-text-3',
							isOn
								? 'border-primary bg-surface-3 font-semibold text-text'
								: 'border-line bg-surface-2 text-text-2 enabled:hover:bg-surface-3',
						)}
					>
						<span
							aria-hidden
							className={clsx(
								'grid size-4 shrink-0 place-items-center rounded-[3px] border',
								isOn ? 'border-primary bg-primary text-on-primary' : 'border-line',
							)}
						>
							{isOn ? <Check className="size-3" strokeWidth={3.5} /> : null}
						</span>
						{name}
					</button>
				);
			})}
		</div>
	);
}

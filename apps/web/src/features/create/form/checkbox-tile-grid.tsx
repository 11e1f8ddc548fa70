import { focusVisibly } from '@adx/ui/focus/focus-visibly';
import { getRovingIndex } from '@adx/ui/keyboard/roving-index';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { PickerOption } from '../../../lib/option-search.ts';
import { OptionTile } from './option-tile.tsx';
import type { OptionTileSheet } from './option-tile-sheet.ts';

export interface ToggleGridProps<Value extends string> {
	readonly label: string;
	/** Where the tiles' pictures come from. */
	readonly sheet: OptionTileSheet;
	readonly options: readonly PickerOption<Value>[];
	readonly selected: readonly Value[];
	readonly onToggle: (values: readonly Value[], isOn: boolean) => void;
	/** Page keys: -1 back, 1 on. */
	readonly onPageChange?: (direction: -1 | 1) => void;
	readonly disabled?: boolean;
	readonly describedBy?: string | undefined;
	/** Gets `{focus}`, so that a form can lead to the first message. */
	readonly ref?: Ref<{ focus: () => void }>;
}

/**
 * Tiles that are ticked like checkboxes. One tab stop: arrows, Home and End move inside, Space ticks,
 * Shift with a click or Space ticks everything between there and the tile that was ticked last.
 */
export function CheckboxTileGrid<Value extends string>(props: ToggleGridProps<Value>) {
	const { label, sheet, options, selected, onToggle, onPageChange, disabled = false, describedBy, ref } = props;
	const [active, setActive] = useState(0);
	// Where a range begins: arrows move the focus, but not this. Null until a tile is ticked: then at the tab stop.
	const anchor = useRef<number | null>(null);
	const grid = useRef<HTMLDivElement>(null);
	const tabStop = Math.min(active, options.length - 1);
	// As many as the style sheet found room for.
	const columnCount = () => getComputedStyle(grid.current!).gridTemplateColumns.split(' ').length;
	const tiles = () => Array.from(grid.current?.querySelectorAll<HTMLButtonElement>('[role="checkbox"]') ?? []);
	useImperativeHandle(ref, () => ({ focus: () => focusVisibly(tiles()[tabStop]) }));
	const hasTurnedPage = useRef(false);
	const shownValues = options.map(({ value }) => value).join('\n');
	useEffect(() => {
		// Other tiles: where the last ones were ticked means nothing among them.
		if (shownValues !== '') setActive(0);
		anchor.current = null;
		if (!hasTurnedPage.current) return;
		hasTurnedPage.current = false;
		// The tile that had the focus is gone; if the focus has moved elsewhere since, it stays there.
		if (document.activeElement === document.body) {
			grid.current?.querySelector<HTMLButtonElement>('[role="checkbox"]')?.focus();
		}
	}, [shownValues]);

	function pressKey(event: KeyboardEvent, index: number) {
		if (event.key === 'PageDown' || event.key === 'PageUp') {
			event.preventDefault();
			hasTurnedPage.current = true;
			onPageChange?.(event.key === 'PageDown' ? 1 : -1);
			return;
		}
		const target = getRovingIndex(event.key, index, options.length, columnCount());
		if (target === null || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		setActive(target);
		tiles()[target]?.focus();
	}

	function click(event: MouseEvent, index: number, isOn: boolean) {
		const start = event.shiftKey ? (anchor.current ?? tabStop) : index;
		anchor.current = start;
		setActive(index);
		const values = options.slice(Math.min(start, index), Math.max(start, index) + 1).map((option) => option.value);
		onToggle(values, event.shiftKey || isOn);
	}

	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the grid itself
		<div
			ref={grid}
			role="group"
			aria-label={label}
			aria-describedby={describedBy}
			className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-1.5"
		>
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
							'relative grid grid-cols-1 content-start justify-items-center gap-1 rounded-sm border p-1 text-center text-xs leading-tight transition-colors duration-[120ms]',
							'disabled:cursor-not-allowed disabled:border-border disabled:text-text-3',
							isOn
								? 'border-primary bg-surface-3 font-semibold text-text ring-1 ring-primary'
								: 'border-line bg-surface-2 text-text-2 enabled:hover:bg-surface-3',
						)}
					>
						<OptionTile
							sheet={sheet}
							value={value}
							className={clsx('aspect-square w-full max-w-16 rounded-[4px]', disabled && 'opacity-50')}
						/>
						<span
							aria-hidden
							className={clsx(
								'absolute top-1.5 left-1.5 grid size-4.5 place-items-center rounded-[4px] border',
								isOn ? 'border-primary bg-primary text-on-primary' : 'border-line bg-surface-1',
							)}
						>
							{isOn ? <Check className="size-3.5" strokeWidth={3.5} /> : null}
						</span>
						<span className="w-full wrap-break-word">{name}</span>
					</button>
				);
			})}
		</div>
	);
}

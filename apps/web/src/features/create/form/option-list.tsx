import { Button } from '@adx/ui/controls/button';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { focusNeighbour } from '@adx/ui/focus/focus-neighbour';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { Pager } from '@adx/ui/navigation/pager';
import { Search, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useController, useFormState } from 'react-hook-form';
import { filterOptions, type PickerOption, paginate, toggleValues } from '../../../lib/option-search.ts';
import { CheckboxTileGrid } from './checkbox-tile-grid.tsx';
import { type FormInput, useGenerationFormContext } from './form-schema.ts';
import type { OptionTileSheet } from './option-tile-sheet.ts';

/** Fields of the form whose options have pictures and fill several pages. */
type ListField = Extract<OptionTileSheet, 'races' | 'classes'>;
type Entry<List extends ListField> = FormInput[List][number];

export interface OptionListProps<List extends ListField> {
	/** Plural in lower case: the field of the form, and the sheet with the pictures. */
	readonly of: List;
	readonly title: string;
	readonly options: readonly PickerOption<Entry<List>>[];
	readonly perPage: number;
	readonly searchExample: string;
}

/** A long list to pick several from: searched, paged, picked by page or all at once; what is picked stands above as chips. */
export function OptionList<List extends ListField>(props: OptionListProps<List>) {
	const { of, title, options, perPage, searchExample } = props;
	const { control } = useGenerationFormContext();
	// The list and not the form around it follows its field: a tick renders only this card again.
	const { field, fieldState } = useController({ control, name: of });
	const { onChange, ref } = field;
	const selected = field.value;
	const error = fieldState.error?.message;
	const errorId = useId();
	const [typed, setTyped] = useState('');
	const [wantedPage, setWantedPage] = useState(0);
	// A form that is emptied or brought back shows its lists from the beginning.
	const { defaultValues } = useFormState({ control });
	const [shownDefaults, setShownDefaults] = useState(defaultValues);
	if (shownDefaults !== defaultValues) {
		setShownDefaults(defaultValues);
		setTyped('');
		setWantedPage(0);
	}
	const tools = useFocusRetained<HTMLDivElement>('ul button', 'button');
	const found = filterOptions(options, typed);
	const { entries, page, pageCount } = paginate(found, wantedPage, perPage);
	const all = options.map((option) => option.value);
	const selectAll = typed === '' || found.length === 0 ? 'Select all' : `Select all ${found.length} found`;

	const set = (values: readonly Entry<List>[], isOn: boolean) => onChange(toggleValues(all, selected, values, isOn));
	const pick = (picked: typeof options) =>
		set(
			picked.map((option) => option.value),
			true,
		);

	return (
		<>
			<TextField
				label={`Search ${of}`}
				type="search"
				placeholder={searchExample}
				value={typed}
				onChange={(event) => {
					setTyped(event.target.value);
					setWantedPage(0);
				}}
				onKeyDown={(event) => {
					// Enter in a search field means 'search', not 'generate'.
					if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
				}}
				// The browser puts its own button there that empties the field.
				trailing={
					typed === '' ? (
						<Search aria-hidden className="pointer-events-none -ml-9 size-4 self-center text-text-3" />
					) : null
				}
			/>
			<div ref={tools}>
				<div className="my-2 flex flex-wrap items-center gap-1.5">
					<Button
						size="small"
						disabledReason={found.length === 0 ? `No ${of} match the search.` : undefined}
						onClick={() => pick(entries)}
						aria-label={`Select page of ${of}`}
					>
						Select page
					</Button>
					<Button
						size="small"
						disabledReason={found.length === 0 ? `No ${of} match the search.` : undefined}
						onClick={() => pick(found)}
						aria-label={`${selectAll} ${of}`}
					>
						{selectAll}
					</Button>
					<Button
						size="small"
						tone="ghost"
						disabledReason={selected.length === 0 ? `No ${of} are selected.` : undefined}
						onClick={() => onChange([])}
						aria-label={`Clear ${of}`}
					>
						Clear
					</Button>
					<p className="figures ml-auto text-sm text-text-2" aria-live="polite">
						{selected.length} of {options.length}
					</p>
				</div>
				<SelectedChips of={of} options={options} selected={selected} onRemove={(value) => set([value], false)} />
			</div>
			{found.length === 0 ? (
				<p className="rounded-sm border border-dashed border-line p-4 text-center text-sm text-text-2">
					No {of} match ‘{typed}’.
				</p>
			) : (
				// The specification gives this list its height in every window (GEN-03).
				<div className="-mx-1 max-h-80 overflow-y-auto p-1">
					<CheckboxTileGrid
						ref={ref}
						label={title}
						sheet={of}
						options={entries}
						selected={selected}
						onToggle={set}
						onPageChange={(direction) => setWantedPage(page + direction)}
						describedBy={error === undefined ? undefined : errorId}
					/>
				</div>
			)}
			<FieldError id={errorId}>{error}</FieldError>
			{pageCount > 1 ? (
				<div className="mt-2">
					<Pager itemsLabel={of} page={page} pageCount={pageCount} onPage={setWantedPage} />
				</div>
			) : null}
		</>
	);
}

interface SelectedChipsProps<Value extends string> {
	readonly of: string;
	readonly options: readonly PickerOption<Value>[];
	readonly selected: readonly Value[];
	readonly onRemove: (value: Value) => void;
}

function SelectedChips<Value extends string>({ of, options, selected, onRemove }: SelectedChipsProps<Value>) {
	if (selected.length === 0) return null;
	return (
		<ul
			aria-label={`Selected ${of}`}
			className="-mx-1 mb-2 flex max-h-24 flex-wrap pointer-coarse:max-h-40 gap-1.5 overflow-y-auto p-1"
		>
			{options
				.filter((option) => selected.includes(option.value))
				.map(({ value, label }) => (
					<li key={value}>
						<button
							type="button"
							onClick={(event) => {
								focusNeighbour(event.currentTarget);
								onRemove(value);
							}}
							aria-label={`Remove ${label}`}
							className="flex items-center gap-1 rounded-full border border-primary bg-surface-3 py-0.5 pr-1.5 pl-2.5 text-[0.8125rem] text-text hover:bg-surface-2 pointer-coarse:min-h-11 pointer-coarse:px-3.5"
						>
							{label}
							<X aria-hidden className="size-3.5" />
						</button>
					</li>
				))}
		</ul>
	);
}

import { Button } from '@adx/ui/controls/button';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { Pager } from '@adx/ui/navigation/pager';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import type { Affliction } from '@adx/validators/catalogue/image-traits';
import { afflictionsPerPage } from '@adx/validators/limits';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { paginate, toggleValues } from '../../../lib/option-search.ts';
import { CheckboxTileGrid } from './checkbox-tile-grid.tsx';
import { type FormInput, useGenerationFormContext } from './form-schema.ts';

const all = afflictions.map((affliction) => affliction.value);
const modes = [
	{ value: 'random', name: 'Random' },
	{ value: 'custom', name: 'Custom' },
] as const;

/** Random sends nothing and lets the server draw; Custom ticks single ones. */
export function AfflictionPicker() {
	const { control } = useGenerationFormContext();
	const { field } = useController<FormInput, 'afflictions'>({ control: control as never, name: 'afflictions' });
	const selected = field.value ?? [];
	const [isCustom, setCustom] = useState(false);
	const [wantedPage, setWantedPage] = useState(0);
	const { entries, page, pageCount } = paginate(afflictions, wantedPage, afflictionsPerPage);
	// A preset or an undone reset may bring a selection along.
	const isRandom = !isCustom && selected.length === 0;

	function chooseMode(next: 'random' | 'custom') {
		setCustom(next === 'custom');
		if (next === 'random') field.onChange([]);
	}

	const toggle = (values: readonly Affliction[], isOn: boolean) =>
		field.onChange(toggleValues<Affliction>(all, selected, values, isOn));

	return (
		<fieldset className="min-w-0">
			<legend className="sr-only">Afflictions</legend>
			<ChoiceGroup
				label="Affliction mode"
				columns={2}
				className="mb-2 grid grid-cols-2 gap-1.5"
				value={isRandom ? 'random' : 'custom'}
				onChoose={chooseMode}
				choices={modes.map((choice) => ({
					...choice,
					content: <span className="block px-3 py-1.5 text-center font-medium">{choice.name}</span>,
				}))}
			/>
			<div className="mb-2 flex flex-wrap items-center gap-1.5">
				<Button size="small" disabled={isRandom} onClick={() => field.onChange(all)}>
					Select All
				</Button>
				<Button size="small" tone="ghost" disabled={isRandom} onClick={() => field.onChange([])}>
					Clear All
				</Button>
				<p className="figures ml-auto text-sm text-text-2" aria-live="polite">
					{`Selected: ${selected.length} / ${afflictions.length} afflictions`}
				</p>
			</div>
			{selected.length > 0 ? null : (
				<p className="mb-2 text-sm text-text-2">
					{isRandom
						? 'Each character draws its own. Choose Custom to pick them yourself.'
						: 'With none ticked, each character draws its own, as with Random.'}
				</p>
			)}
			<CheckboxTileGrid
				label="Afflictions"
				sheet="afflictions"
				options={entries}
				selected={selected}
				disabled={isRandom}
				onToggle={toggle}
				onPageChange={(direction) => setWantedPage(page + direction)}
			/>
			<div className="mt-2">
				<Pager itemsLabel="afflictions" page={page} pageCount={pageCount} onPage={setWantedPage} />
			</div>
		</fieldset>
	);
}

import { findNamedTrait, type NamedTrait } from '@adx/collection/merge/named-traits';
import { Button } from '@adx/ui/controls/button';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { SelectField } from '@adx/ui/controls/select-field';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { traitRenamesMax } from '@adx/validators/limits';
import clsx from 'clsx';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { newId } from '../../../lib/random-ids.ts';
import { changeDraft, getMissingSide, type MergeDraft, type RenameDraft } from '../merge-draft.ts';
import { doctorTexts } from './doctor-texts.ts';

const texts = doctorTexts;
const traitNameMaxLength = 100;

export interface TraitRenameFieldsProps {
	readonly draft: MergeDraft;
	readonly traits: readonly NamedTrait[];
	/** Whether there may be more traits in what is still to be read. */
	readonly isReading: boolean;
	/** Whether the merge was tried to be started: what is missing is then said of fields that nobody has left yet. */
	readonly isTried: boolean;
}

/** By which a field of a rename is found from elsewhere on the page. */
export const toRenameFieldId = ({ id }: RenameDraft, side: 'from' | 'to') => `rename-${side}-${id}`;

/** Trait names to change, old to new, before anything else. */
export function TraitRenameFields({ draft: { renames }, traits, isReading, isTried }: TraitRenameFieldsProps) {
	/** Those whose new name was left at least once. */
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
	const getShownLack = (rename: RenameDraft) => {
		const side = getMissingSide(rename);
		// Whoever has just chosen the trait goes on to its new name.
		return side === 'to' && !isTried && !left.has(rename.id) ? null : side;
	};
	const isFull = renames.length >= traitRenamesMax;
	const noTraits = isReading ? texts.traitsReading : texts.noTraits;
	const reason = isFull ? texts.renamesFull(traitRenamesMax) : traits.length === 0 ? noTraits : null;
	const reasonId = useId();
	// A row that is removed takes the focus with it.
	const group = useFocusFallback<HTMLFieldSetElement>(renames.map(({ id }) => id).join());
	const list = useRef<HTMLUListElement>(null);
	const change = (id: string, changes: { readonly from?: string; readonly to?: string }) =>
		changeDraft({ renames: renames.map((rename) => (rename.id === id ? { ...rename, ...changes } : rename)) });
	return (
		<fieldset ref={group} tabIndex={-1} className="mt-4 border-t border-border pt-3 outline-none">
			<legend className="float-left w-full font-medium text-text">{texts.renames}</legend>
			<ul ref={list} className="clear-left grid gap-3 py-2 empty:hidden">
				{renames.map((rename, index) => (
					<li
						key={rename.id}
						className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-1 sm:grid-cols-[1fr_1fr_auto]"
					>
						<div className="col-span-2 min-w-0 sm:col-span-1">
							<SelectField
								isBesideFields
								id={toRenameFieldId(rename, 'from')}
								label={texts.fromNumbered(index + 1)}
								errorId={getShownLack(rename) === 'from' ? toErrorId(rename) : undefined}
								value={findNamedTrait(traits, rename.from)?.name ?? rename.from}
								options={toOptions(rename, renames, { traits, isReading })}
								onValue={(from) => change(rename.id, { from })}
							/>
						</div>
						<TextField
							id={toRenameFieldId(rename, 'to')}
							label={texts.toNumbered(index + 1)}
							errorId={getShownLack(rename) === 'to' ? toErrorId(rename) : undefined}
							value={rename.to}
							maxLength={traitNameMaxLength}
							autoComplete="off"
							onBlur={() => setLeft(new Set([...left, rename.id]))}
							onChange={({ target }) => change(rename.id, { to: target.value })}
						/>
						<Button
							tone="ghost"
							aria-label={texts.removeRename(rename.from)}
							icon={<X aria-hidden className="size-4" />}
							onClick={() => changeDraft({ renames: renames.filter(({ id }) => id !== rename.id) })}
						/>
						<Effect rename={rename} lack={getShownLack(rename)} traits={traits} isReading={isReading} />
					</li>
				))}
			</ul>
			<Button
				size="small"
				className={clsx('clear-left mt-1', reason !== null && 'cursor-not-allowed opacity-60')}
				aria-disabled={reason !== null || undefined}
				aria-describedby={reason === null ? undefined : reasonId}
				icon={<Plus aria-hidden className="size-4" />}
				onClick={() => {
					if (reason !== null) return;
					flushSync(() => changeDraft({ renames: [...renames, { id: newId(), from: '', to: '' }] }));
					list.current?.querySelector<HTMLElement>(':scope > :last-child select')?.focus();
				}}
			>
				{texts.addRename}
			</Button>
			{reason === null ? null : (
				<p id={reasonId} className="mt-1.5 text-sm text-text-2">
					{reason}
				</p>
			)}
		</fieldset>
	);
}

const toErrorId = ({ id }: RenameDraft) => `rename-error-${id}`;

/** The traits that no other rename has taken; the chosen one also where there is none of that name any more. */
function toOptions(
	{ id, from }: RenameDraft,
	renames: readonly RenameDraft[],
	{ traits, isReading }: Pick<TraitRenameFieldsProps, 'traits' | 'isReading'>,
) {
	const own = findNamedTrait(traits, from);
	const taken = new Set(renames.flatMap((other) => (other.id === id ? [] : [findNamedTrait(traits, other.from)])));
	const isGone = from !== '' && own === undefined;
	return [
		{ value: '', label: texts.chooseTrait },
		...(isGone ? [{ value: from, label: isReading ? from : texts.traitGone(from) }] : []),
		...traits
			.filter((trait) => trait === own || !taken.has(trait))
			.map(({ name, tokens }) => ({ value: name, label: texts.traitOption(name, tokens) })),
	];
}

interface EffectProps extends Pick<TraitRenameFieldsProps, 'traits' | 'isReading'> {
	readonly rename: RenameDraft;
	/** What is said to be missing; null for nothing. */
	readonly lack: 'from' | 'to' | null;
}

/** What a rename does, once it is complete, or what it lacks. */
function Effect({ rename, lack, traits, isReading }: EffectProps) {
	const { from, to } = rename;
	if (lack !== null) {
		return (
			<div className={clsx('col-span-full -mt-1', lack === 'to' && 'sm:col-start-2')}>
				<FieldError id={toErrorId(rename)}>{texts.renameLacks[lack]}</FieldError>
			</div>
		);
	}
	if (from === '' || to.trim() === '') return null;
	const trait = findNamedTrait(traits, from);
	if (trait === undefined && isReading) return null;
	const { name, tokens, repeats } = trait ?? { name: null, tokens: 0, repeats: 0 };
	return (
		<p role="status" className="figures col-span-full text-[0.8125rem] wrap-anywhere text-text-2">
			{to.trim() === name ? texts.unchanged : texts.changes(tokens)}{' '}
			{repeats === 0 ? null : <span className="text-warn">{texts.repeats(repeats, to.trim())}</span>}
		</p>
	);
}

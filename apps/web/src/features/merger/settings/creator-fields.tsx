import { Button } from '@adx/ui/controls/button';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { creatorsMax } from '@adx/validators/limits';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { newId } from '../../../lib/random-ids.ts';
import { changeDraft } from '../merge-draft.ts';
import { settingsTexts } from './settings-texts.ts';
import type { CreatorDraft, CreatorField, WrongCreator } from './token-settings-draft.ts';

const texts = settingsTexts.tokens;

/** The field that a finding about creators leads to, or the one of them that is not right. */
export const toCreatorFieldId = ({ place, field }: CreatorField = { place: 0, field: 'address' }): string =>
	`merge-tokens-creators-${field}-${place}`;

export interface CreatorFieldsProps {
	readonly creators: readonly CreatorDraft[];
	readonly error: string | undefined;
	/** The fields that are not right by themselves. */
	readonly wrong: readonly WrongCreator[];
	/** Whether what is wrong is said of fields that nobody has left yet. */
	readonly isMarked: boolean;
	/** The last of the fields was left. */
	readonly onLeave: () => void;
}

/** Who gets the royalties, and in which shares. */
export function CreatorFields({ creators, error: problem, wrong, isMarked, onLeave }: CreatorFieldsProps) {
	const hintId = useId();
	// A row that is removed takes the focus with it.
	const group = useFocusFallback<HTMLFieldSetElement>(creators.map(({ id }) => id).join());
	const list = useRef<HTMLUListElement>(null);
	const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
	const toKey = ({ place, field }: CreatorField) => `${creators[place]?.id} ${field}`;
	const shownWrong = wrong.filter((one) => isMarked || left.has(toKey(one)));
	// Shares that do not add up are wrong together.
	const jointError = wrong.length === 0 && isMarked ? problem : undefined;
	const toErrorId = (field: CreatorField) => `${toCreatorFieldId(field)}-error`;
	const jointErrorId = `${hintId}-error`;
	const errorIds = [...shownWrong.map(toErrorId), ...(jointError === undefined ? [] : [jointErrorId])];
	const change = (id: string, changes: Partial<CreatorDraft>) =>
		changeDraft({ creators: creators.map((creator) => (creator.id === id ? { ...creator, ...changes } : creator)) });
	const fieldProps = (place: number, field: 'address' | 'share') => {
		const own = toErrorId({ place, field });
		const errorId = errorIds.includes(own)
			? own
			: field === 'share' && jointError !== undefined
				? jointErrorId
				: undefined;
		return {
			id: toCreatorFieldId({ place, field }),
			onBlur: () => setLeft(new Set([...left, toKey({ place, field })])),
			errorId,
		};
	};
	return (
		<fieldset
			ref={group}
			tabIndex={-1}
			className="outline-none"
			aria-describedby={[hintId, ...errorIds].join(' ')}
			onBlur={({ currentTarget, relatedTarget }) => {
				if (!currentTarget.contains(relatedTarget)) onLeave();
			}}
		>
			<legend className="mb-1.5 font-medium text-text">{texts.creators}</legend>
			<ul ref={list} className="mb-2 grid gap-3 empty:hidden">
				{creators.map(({ id, address, share }, index) => (
					<li
						key={id}
						className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-1 sm:grid-cols-[1fr_6rem_auto]"
					>
						<div className="col-span-2 min-w-0 sm:col-span-1">
							<TextField
								{...fieldProps(index, 'address')}
								label={texts.address(index + 1)}
								value={address}
								autoComplete="off"
								spellCheck={false}
								// Nothing is cut off: what is left of an address may be somebody else's.
								onChange={({ target }) => change(id, { address: target.value.trim() })}
							/>
						</div>
						<TextField
							{...fieldProps(index, 'share')}
							label={texts.share(index + 1)}
							value={share}
							maxLength={3}
							inputMode="numeric"
							autoComplete="off"
							onChange={({ target }) => change(id, { share: target.value })}
						/>
						<Button
							tone="ghost"
							aria-label={texts.removeCreator(index + 1)}
							icon={<X aria-hidden className="size-4" />}
							onClick={() => changeDraft({ creators: creators.filter((creator) => creator.id !== id) })}
						/>
					</li>
				))}
			</ul>
			<Button
				{...(creators.length === 0 ? { id: toCreatorFieldId() } : {})}
				size="small"
				disabledReason={creators.length >= creatorsMax ? texts.creatorsFull(creatorsMax) : undefined}
				icon={<Plus aria-hidden className="size-4" />}
				onClick={() => {
					const share = creators.length === 0 ? '100' : '';
					flushSync(() => changeDraft({ creators: [...creators, { id: newId(), address: '', share }] }));
					list.current?.querySelector<HTMLElement>(':scope > :last-child input')?.focus();
				}}
			>
				{texts.addCreator}
			</Button>
			<p id={hintId} className="mt-1.5 text-[0.8125rem] text-text-3">
				{texts.creatorsHint}
			</p>
			{shownWrong.map((one) => (
				<FieldError key={toErrorId(one)} id={toErrorId(one)}>
					{one.problem}
				</FieldError>
			))}
			<FieldError id={jointErrorId}>{jointError}</FieldError>
		</fieldset>
	);
}

import { Button } from '@adx/ui/controls/button';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { creatorsMax } from '@adx/validators/limits';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { newId } from '../../../lib/random-hex.ts';
import { changeDraft } from '../merge-draft.ts';
import { settingsTexts } from './settings-texts.ts';
import type { CreatorDraft } from './token-settings-draft.ts';

const texts = settingsTexts.tokens;
const addressMaxLength = 44;

/** The field that a finding about creators leads to. */
export const creatorsFieldId = 'merge-tokens-creators';

export interface CreatorFieldsProps {
	readonly creators: readonly CreatorDraft[];
	readonly error: string | undefined;
	/** A field was left. */
	readonly onLeave: () => void;
}

/** Who gets the royalties, and in which shares. */
export function CreatorFields({ creators, error, onLeave }: CreatorFieldsProps) {
	const [hintId, errorId] = [useId(), useId()];
	const change = (id: string, changes: Partial<CreatorDraft>) =>
		changeDraft({ creators: creators.map((creator) => (creator.id === id ? { ...creator, ...changes } : creator)) });
	return (
		<fieldset aria-describedby={error === undefined ? hintId : `${hintId} ${errorId}`} onBlur={onLeave}>
			<legend className="mb-1.5 font-medium text-text">{texts.creators}</legend>
			<ul className="mb-2 grid gap-3 empty:hidden">
				{creators.map(({ id, address, share }, index) => (
					<li
						key={id}
						className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-1 sm:grid-cols-[1fr_6rem_auto]"
					>
						<div className="col-span-2 min-w-0 sm:col-span-1">
							<TextField
								{...(index === 0 ? { id: creatorsFieldId } : {})}
								label={texts.address(index + 1)}
								value={address}
								maxLength={addressMaxLength}
								autoComplete="off"
								spellCheck={false}
								aria-invalid={error !== undefined}
								onChange={({ target }) => change(id, { address: target.value })}
							/>
						</div>
						<TextField
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
				{...(creators.length === 0 ? { id: creatorsFieldId } : {})}
				size="small"
				disabledReason={creators.length >= creatorsMax ? texts.creatorsFull(creatorsMax) : undefined}
				icon={<Plus aria-hidden className="size-4" />}
				onClick={() => {
					const share = creators.length === 0 ? '100' : '';
					changeDraft({ creators: [...creators, { id: newId(), address: '', share }] });
				}}
			>
				{texts.addCreator}
			</Button>
			<p id={hintId} className="mt-1.5 text-[0.8125rem] text-text-3">
				{texts.creatorsHint}
			</p>
			<FieldError id={errorId}>{error}</FieldError>
		</fieldset>
	);
}

import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { traitRenamesMax } from '@adx/validators/limits';
import clsx from 'clsx';
import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { newId } from '../../../lib/random-hex.ts';
import { changeDraft, type MergeDraft } from '../merge-draft.ts';
import { mergerTexts } from '../merger-texts.ts';

const texts = mergerTexts.doctor;
const traitNameMaxLength = 100;

/** Trait names to change, old to new, before anything else. */
export function TraitRenameFields({ draft: { renames } }: { readonly draft: MergeDraft }) {
	const isFull = renames.length >= traitRenamesMax;
	const fullId = useId();
	const change = (id: string, changes: { readonly from?: string; readonly to?: string }) =>
		changeDraft({ renames: renames.map((rename) => (rename.id === id ? { ...rename, ...changes } : rename)) });
	return (
		<fieldset className="mt-4 border-t border-border pt-3">
			<legend className="float-left w-full font-medium text-text">{texts.renames}</legend>
			<ul className="clear-left grid gap-3 py-2 empty:hidden">
				{renames.map(({ id, from, to }, index) => (
					<li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[1fr_1fr_auto]">
						<TextField
							label={texts.fromNumbered(index + 1)}
							value={from}
							maxLength={traitNameMaxLength}
							autoComplete="off"
							className="col-span-2 sm:col-span-1"
							onChange={({ target }) => change(id, { from: target.value })}
						/>
						<TextField
							label={texts.toNumbered(index + 1)}
							value={to}
							maxLength={traitNameMaxLength}
							autoComplete="off"
							onChange={({ target }) => change(id, { to: target.value })}
						/>
						<Button
							tone="ghost"
							aria-label={texts.removeRename(from)}
							icon={<X aria-hidden className="size-4" />}
							onClick={() => changeDraft({ renames: renames.filter((rename) => rename.id !== id) })}
						/>
					</li>
				))}
			</ul>
			<Button
				size="small"
				className={clsx('clear-left mt-1', isFull && 'cursor-not-allowed opacity-60')}
				aria-disabled={isFull || undefined}
				aria-describedby={isFull ? fullId : undefined}
				icon={<Plus aria-hidden className="size-4" />}
				onClick={() => {
					if (!isFull) changeDraft({ renames: [...renames, { id: newId(), from: '', to: '' }] });
				}}
			>
				{texts.addRename}
			</Button>
			{isFull ? (
				<p id={fullId} className="mt-1.5 text-sm text-text-2">
					{texts.renamesFull(traitRenamesMax)}
				</p>
			) : null}
		</fieldset>
	);
}

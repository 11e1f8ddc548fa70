import { toTokenName } from '@adx/collection/metadata/metadata';
import { TextField } from '@adx/ui/controls/field';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { descriptionMaxLength, namePatternMaxLength } from '@adx/validators/limits';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { changeDraft, type MergeDraft } from '../merge-draft.ts';
import { CreatorFields, toCreatorFieldId } from './creator-fields.tsx';
import { settingsTexts } from './settings-texts.ts';
import { type CreatorField, type TokenField, toTokenSettings } from './token-settings-draft.ts';

const texts = settingsTexts.tokens;
/** What is wrong in these is wrong before they are left: a placeholder that nobody fills, a symbol that is too long. */
const saidAtOnce: ReadonlySet<TokenField> = new Set(['namePattern', 'tokenDescription', 'symbol', 'royalty']);

/** By which a field is found from elsewhere on the page. */
export const toTokenFieldId = (field: TokenField, wrongCreator?: CreatorField) =>
	field === 'creators' ? toCreatorFieldId(wrongCreator) : `merge-tokens-${field}`;

export interface TokenFieldsProps {
	readonly draft: MergeDraft;
	readonly isOpen: boolean;
	readonly onToggle: (isOpen: boolean) => void;
	/** Whether the merge was tried to be started: what is wrong is then said of fields that nobody has left yet. */
	readonly isTried: boolean;
}

/** The metadata that every token gets in place of its own: names, description, symbol, royalty and creators. */
export function TokenFields({ draft, isOpen, onToggle, isTried }: TokenFieldsProps) {
	const [left, setLeft] = useState<ReadonlySet<TokenField>>(new Set());
	const { settings, errors, wrongCreators } = toTokenSettings(draft);
	const fieldProps = (field: Exclude<TokenField, 'creators'>) => ({
		id: toTokenFieldId(field),
		value: draft[field],
		error: isTried || left.has(field) || saidAtOnce.has(field) ? errors[field] : undefined,
		onBlur: () => setLeft(new Set([...left, field])),
		onChange: ({ target }: { readonly target: { readonly value: string } }) => changeDraft({ [field]: target.value }),
		autoComplete: 'off',
	});
	const projectName = draft.projectName.trim() || texts.projectName;
	const example = toTokenName(settings.namePattern, projectName, 1);
	return (
		<details
			open={isOpen}
			onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
			className="rounded-md border border-border bg-surface-2 p-3 sm:p-4"
		>
			<summary className="cursor-pointer wrap-anywhere">
				<h3 className="inline font-semibold text-text">{texts.title}</h3>{' '}
				<span className="text-sm text-text-2">{texts.summary(Object.keys(settings))}</span>
			</summary>
			<div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
				<TextField
					{...fieldProps('namePattern')}
					label={texts.names}
					placeholder="{name} #{number}"
					maxLength={namePatternMaxLength}
					hint={<span className="wrap-anywhere">{texts.namesHint(example, draft.naming === 'keep')}</span>}
				/>
				<TextAreaField
					{...fieldProps('tokenDescription')}
					label={texts.description}
					maxLength={descriptionMaxLength}
					hint={texts.descriptionHint}
				/>
				<div className="grid gap-4 sm:grid-cols-2">
					<TextField
						{...fieldProps('symbol')}
						label={texts.symbol}
						autoCapitalize="characters"
						onChange={({ target }) => {
							const { value, selectionStart } = target;
							// A user who corrects the middle of the text continues there.
							const caret = value.slice(0, selectionStart ?? value.length).toUpperCase().length;
							flushSync(() => changeDraft({ symbol: value.toUpperCase() }));
							target.setSelectionRange(caret, caret);
						}}
						hint={texts.symbolHint}
					/>
					<TextField
						{...fieldProps('royalty')}
						label={texts.royalty}
						inputMode="decimal"
						maxLength={8}
						hint={texts.royaltyHint}
					/>
				</div>
				<CreatorFields
					creators={draft.creators}
					error={errors.creators}
					wrong={wrongCreators}
					isMarked={isTried || left.has('creators')}
					onLeave={() => setLeft(new Set([...left, 'creators'] as const))}
				/>
			</div>
		</details>
	);
}

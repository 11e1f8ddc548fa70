import { ChoiceField, ChoiceLabel } from '@adx/ui/controls/choice-field';
import { TextField } from '@adx/ui/controls/field';
import { seedMaxLength } from '@adx/validators/limits';
import { changeDraft, type MergeDraft } from '../merge-draft.ts';
import { mergerTexts } from '../merger-texts.ts';

const texts = mergerTexts.settings;

const choicesOf = <Value extends string>(
	options: Readonly<Record<Value, { readonly name: string; readonly text: string }>>,
) =>
	(Object.keys(options) as Value[]).map((value) => {
		const { name, text } = options[value];
		return {
			value,
			name: `${name}. ${text}`,
			content: <ChoiceLabel name={name} text={text} />,
		};
	});

const orders = choicesOf(texts.orders);

/** The fields for the tokens' order and names. */
export function TokenOrderFields({ draft }: { readonly draft: MergeDraft }) {
	const pattern = draft.namePattern.trim();
	const { renumber, keep } = texts.namings;
	const namings = choicesOf({
		renumber: pattern === '' ? renumber : { ...renumber, text: texts.byPattern(pattern) },
		keep,
	});
	return (
		<>
			<ChoiceField
				label={texts.order}
				columns={3}
				className="grid gap-1.5 sm:grid-cols-3"
				choices={orders}
				value={draft.order}
				onChoose={(order) => changeDraft({ order })}
			>
				{draft.order === 'shuffle' ? (
					<TextField
						className="mt-3"
						label={texts.seed}
						hint={texts.seedHint}
						value={draft.seed}
						maxLength={seedMaxLength}
						autoComplete="off"
						onChange={({ target }) => changeDraft({ seed: target.value })}
					/>
				) : null}
			</ChoiceField>
			<ChoiceField
				label={texts.naming}
				columns={2}
				className="grid gap-1.5 wrap-anywhere sm:grid-cols-2"
				choices={namings}
				value={draft.naming}
				onChoose={(naming) => changeDraft({ naming })}
			/>
		</>
	);
}

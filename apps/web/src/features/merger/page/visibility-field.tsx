import { ChoiceField, ChoiceLabel } from '@adx/ui/controls/choice-field';
import { changeDraft, type MergeDraft } from '../merge-draft.ts';
import { mergerTexts } from '../merger-texts.ts';

const texts = mergerTexts.settings.visibility;

const choices = (['shown', 'hidden'] as const).map((value) => {
	const { name, text } = texts.choices[value];
	return { value, name: `${name}. ${text}`, content: <ChoiceLabel name={name} text={text} /> };
});

/** Who will see what comes of the merge. */
export function VisibilityField({ draft }: { readonly draft: MergeDraft }) {
	return (
		<ChoiceField
			label={texts.label}
			columns={2}
			className="grid gap-1.5 sm:grid-cols-2"
			choices={choices}
			value={draft.isHidden ? 'hidden' : 'shown'}
			onChoose={(value) => changeDraft({ isHidden: value === 'hidden' })}
		/>
	);
}

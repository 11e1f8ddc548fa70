import { Button } from '@adx/ui/controls/button';
import { ChoiceField } from '@adx/ui/controls/choice-field';
import { CopyButton } from '@adx/ui/controls/copy-button';
import { TextField } from '@adx/ui/controls/field';
import { Card } from '@adx/ui/surfaces/card';
import { projectNameMaxLength, seedMaxLength, symbolMaxLength } from '@adx/validators/limits';
import { invisibleCharacters } from '@adx/validators/text';
import { Dices } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useCopySeed } from '../../../lib/hooks/use-copy-seed.ts';
import { newSeed } from '../../../lib/random-ids.ts';
import { attributeTexts } from '../attributes-texts.ts';
import { changeDraft, useAttributesDraft } from './attributes-draft.ts';

const texts = attributeTexts.settings;

const existingChoices = [
	{ value: 'keep', name: texts.keep, text: texts.keepText },
	{ value: 'replace', name: texts.replace, text: texts.replaceText },
] as const;

const errorOf = (text: string) => (invisibleCharacters.test(text) ? texts.invisible : undefined);

export interface SettingsCardProps {
	/** The form, whose fields report by themselves what is wrong with them. */
	readonly formRef: Ref<HTMLFormElement>;
	readonly onSubmit: () => void;
	/** The button that submits. */
	readonly children: ReactNode;
}

/** How the attributes are made. Enter in a line, and Ctrl+Enter anywhere, submits. */
export function AttributesSettingsCard({ formRef, onSubmit, children }: SettingsCardProps) {
	const draft = useAttributesDraft();
	function pressKey(event: KeyboardEvent) {
		if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
		const isLine = event.target instanceof HTMLInputElement;
		if (!isLine && !event.ctrlKey && !event.metaKey) return;
		event.preventDefault();
		onSubmit();
	}
	return (
		<Card title={texts.title}>
			<form
				ref={formRef}
				noValidate
				aria-label={texts.title}
				onKeyDown={pressKey}
				onSubmit={(event) => {
					event.preventDefault();
					onSubmit();
				}}
				className="grid grid-cols-[minmax(0,1fr)] gap-4"
			>
				<div className="grid grid-cols-[minmax(0,1fr)_9rem] sm:grid-cols-[minmax(0,1fr)_10.25rem] items-start gap-3">
					<TextField
						label={texts.projectName}
						value={draft.projectName}
						placeholder={attributeTexts.run.unnamed}
						maxLength={projectNameMaxLength}
						autoComplete="off"
						hint={texts.projectHint}
						error={errorOf(draft.projectName)}
						onChange={({ target }) => changeDraft({ projectName: target.value })}
					/>
					<TextField
						label={texts.symbol}
						value={draft.symbol}
						maxLength={symbolMaxLength}
						autoComplete="off"
						hint={texts.symbolHint}
						error={errorOf(draft.symbol)}
						onChange={({ target }) => changeDraft({ symbol: target.value.toUpperCase() })}
					/>
				</div>
				<SeedField />
				<ChoiceField
					label={texts.existing}
					columns={2}
					className="grid grid-cols-2 gap-2 *:flex *:h-auto!"
					value={draft.existingTraits}
					onChoose={(existingTraits) => changeDraft({ existingTraits })}
					choices={existingChoices.map(({ value, name, text }) => ({
						value,
						name: `${name}: ${text}`,
						content: (
							<span className="block px-3 py-2">
								<span className="block font-medium">{name}</span>
								<span className="block text-[0.8125rem] text-text-2">{text}</span>
							</span>
						),
					}))}
				/>
				{children}
			</form>
		</Card>
	);
}

function SeedField() {
	const { seed, spareSeed } = useAttributesDraft();
	const { ref, onOutcome } = useCopySeed();
	return (
		<TextField
			ref={ref}
			label={texts.seed}
			value={seed}
			maxLength={seedMaxLength}
			placeholder={spareSeed}
			autoComplete="off"
			spellCheck={false}
			hint={texts.seedHint}
			error={errorOf(seed)}
			onChange={({ target }) => changeDraft({ seed: target.value })}
			trailing={
				<>
					<CopyButton
						className="shrink-0 px-3!"
						aria-label={texts.copySeed}
						text={seed.trim() || spareSeed}
						onOutcome={onOutcome}
					/>
					<Button
						className="shrink-0 px-3!"
						aria-label={texts.newSeed}
						onClick={() => changeDraft({ seed: newSeed() })}
						icon={<Dices aria-hidden className="size-4" />}
					/>
				</>
			}
		/>
	);
}

import { Button } from '@adx/ui/button';
import { TextField } from '@adx/ui/field';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { chooseToKeepApiKey, forgetApiKey, keepsApiKey } from '../../../lib/gemini-key.ts';
import { useAccess } from '../../access/components/access-provider.tsx';
import { useGenerationFormContext } from '../schema.ts';

const engines = [
	{ value: 'gemini', name: 'Google Gemini', text: 'Painted by Google, with your own key' },
	{ value: 'forge', name: 'Built-in forge (free, no key)', text: 'Drawn by this server in seconds' },
] as const;

/** Who draws the images, and the key that Gemini wants. */
export function EngineSettings() {
	const [keepsKey, setKeepsKey] = useState(keepsApiKey);
	const { control } = useGenerationFormContext();
	const { field } = useController({ control, name: 'engine' });
	const { config } = useAccess();
	const isForge = field.value === 'forge';
	const isUnavailable = config?.engines.some((engine) => engine.name === field.value && !engine.available) === true;
	return (
		<fieldset className="grid gap-3">
			<legend className="mb-2 text-base font-semibold">Engine</legend>
			<ChoiceGroup
				label="Engine"
				columns={1}
				className="grid gap-1.5"
				value={field.value}
				onChoose={field.onChange}
				choices={engines.map(({ value, name, text }) => ({
					value,
					name,
					content: (
						<span className="block px-3 py-2">
							<span className="block font-semibold">{name}</span>
							<span className="block text-[0.8125rem] text-text-2">{text}</span>
						</span>
					),
				}))}
			/>
			{isUnavailable ? (
				<p className="text-sm text-warn">This engine is not available on this server yet. The built-in forge is.</p>
			) : null}
			<KeyField isForge={isForge} />
			<label className="flex items-center gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
				<input
					type="checkbox"
					className="size-4 accent-primary"
					disabled={isForge}
					checked={keepsKey}
					onChange={(event) => {
						setKeepsKey(event.target.checked);
						chooseToKeepApiKey(event.target.checked);
					}}
				/>
				Keep the key in this browser
			</label>
		</fieldset>
	);
}

/** Hidden while it is typed, unless somebody wants to check what they pasted. */
function KeyField({ isForge }: { readonly isForge: boolean }) {
	const { register, formState, watch, setValue } = useGenerationFormContext();
	const [isShown, setShown] = useState(false);
	const isEmpty = watch('geminiApiKey') === '';
	const ShowIcon = isShown ? EyeOff : Eye;
	return (
		<TextField
			{...register('geminiApiKey')}
			disabled={isForge}
			label="Google Gemini API key"
			type={isShown && !isForge ? 'text' : 'password'}
			autoComplete="off"
			spellCheck={false}
			hint={
				isForge
					? 'The built-in forge needs no key.'
					: 'Your key is stored locally in this browser and used only for your own generations.'
			}
			error={isForge ? undefined : formState.errors.geminiApiKey?.message}
			trailing={
				isEmpty ? null : (
					<>
						<Button
							className="px-3!"
							disabled={isForge}
							aria-pressed={isShown}
							aria-label="Show key"
							onClick={() => setShown(!isShown)}
							icon={<ShowIcon aria-hidden className="size-4" />}
						/>
						<Button
							className="shrink-0"
							onClick={() => {
								setValue('geminiApiKey', '');
								setShown(false);
								forgetApiKey();
							}}
						>
							Clear key
						</Button>
					</>
				)
			}
		/>
	);
}

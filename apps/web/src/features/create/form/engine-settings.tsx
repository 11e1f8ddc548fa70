import { Button } from '@adx/ui/controls/button';
import { ChoiceLabel } from '@adx/ui/controls/choice-field';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TextField } from '@adx/ui/controls/field';
import { type EngineName, engineSchema } from '@adx/validators/generation';
import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { lazyPart } from '../../../shell/lazy-part.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { removeApiKey, storeValidKey } from '../../jobs/actions/gemini-key.ts';
import { GeminiKeyLink } from '../../jobs/actions/gemini-key-link.tsx';
import { StoreKeyCheckbox } from '../../jobs/actions/store-key-checkbox.tsx';
import { batchSizeSchema, useGenerationFormContext } from './form-schema.ts';

const ModelPrices = lazyPart(() => import('./model-prices.tsx'));

const engineLabels: Readonly<Record<EngineName, { readonly name: string; readonly text: string }>> = {
	gemini: { name: 'Google Gemini', text: 'Painted by Google, with your own key' },
	forge: { name: 'Built-in forge (free, no key)', text: 'Drawn by this server in seconds' },
};

/** Who draws the images, and the key that Gemini wants. */
export function EngineSettings() {
	const { control, clearErrors } = useGenerationFormContext();
	const { field } = useController({ control, name: 'engine' });
	const { config } = useAccess();
	const isForge = field.value === 'forge';
	const isUnavailable = config?.engines.some((engine) => engine.name === field.value && !engine.available) === true;
	return (
		<fieldset className="grid gap-3">
			<legend className="sr-only">Engine</legend>
			<ChoiceGroup
				label="Engine"
				columns={1}
				className="grid gap-1.5 sm:grid-cols-2"
				value={field.value}
				onChoose={(engine) => {
					field.onChange(engine);
					// It was about the engine that was chosen before.
					clearErrors('geminiApiKey');
				}}
				choices={engineSchema.options.map((value) => ({
					value,
					name: engineLabels[value].name,
					content: <ChoiceLabel {...engineLabels[value]} />,
				}))}
			/>
			{isUnavailable ? (
				<p className="text-sm text-warn">This engine is not available on this server yet. The built-in forge is.</p>
			) : null}
			<KeyField isForge={isForge} />
			<StoreKeyCheckbox disabled={isForge} />
			{isForge ? null : <Models />}
		</fieldset>
	);
}

function Models() {
	const { control } = useGenerationFormContext();
	const batchSize = useWatch({ control, name: 'batchSize' });
	const gemini = useAccess().config?.gemini;
	const images = batchSizeSchema.safeParse(batchSize).data;
	if (gemini === undefined || images === undefined) return null;
	return (
		<SectionErrorBoundary problem="The models could not be shown. Generating is not affected.">
			<Suspense fallback={null}>
				<ModelPrices gemini={gemini} images={images} />
			</Suspense>
		</SectionErrorBoundary>
	);
}

/** Hidden while it is typed, unless somebody wants to check what they pasted. */
function KeyField({ isForge }: { readonly isForge: boolean }) {
	const { register, formState, watch, setValue, getValues } = useGenerationFormContext();
	const { config } = useAccess();
	const [isShown, setShown] = useState(false);
	const isEmpty = watch('geminiApiKey') === '';
	const ShowIcon = isShown ? EyeOff : Eye;
	return (
		<TextField
			{...register('geminiApiKey', {
				onBlur: () => {
					const key = getValues('geminiApiKey').trim();
					setValue('geminiApiKey', key);
					storeValidKey(key, config?.geminiKeyPrefixes);
				},
			})}
			disabled={isForge}
			label="Google Gemini API key"
			type={isShown && !isForge ? 'text' : 'password'}
			autoComplete="off"
			spellCheck={false}
			hint={
				isForge ? (
					'The built-in forge needs no key.'
				) : (
					<>
						Your key is stored locally in this browser and used only for your own generations.{' '}
						<GeminiKeyLink>Get or replace a key</GeminiKeyLink>
					</>
				)
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
								removeApiKey();
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

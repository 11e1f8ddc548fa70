import { Button } from '@adx/ui/controls/button';
import { ChoiceLabel } from '@adx/ui/controls/choice-field';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TextField } from '@adx/ui/controls/field';
import { defaultEngine, type EngineName, engineSchema, engines, getKeyFormat } from '@adx/validators/engines/engines';
import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { lazyPart } from '../../../shell/lazy-part.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { removeApiKey, storeValidKey } from '../../jobs/actions/engine-key.ts';
import { EngineKeyLink } from '../../jobs/actions/engine-key-link.tsx';
import { findService } from '../../jobs/actions/order-price.ts';
import { StoreKeyCheckbox } from '../../jobs/actions/store-key-checkbox.tsx';
import { batchSizeSchema, useGenerationFormContext } from './form-schema.ts';

const ModelPrices = lazyPart(() => import('./model-prices.tsx'));

/** Who draws the images, and the key that its calls carry. */
export function EngineSettings() {
	const { control, clearErrors } = useGenerationFormContext();
	const { field } = useController({ control, name: 'engine' });
	const { config } = useAccess();
	const engine = field.value;
	const isUnavailable = config?.engines.some(({ name, available }) => name === engine && !available) === true;
	return (
		<fieldset className="grid gap-3">
			<legend className="sr-only">Engine</legend>
			<ChoiceGroup
				label="Engine"
				columns={1}
				className="grid gap-1.5 sm:grid-cols-2"
				value={field.value}
				onChoose={(next) => {
					field.onChange(next);
					// It was about the engine that was chosen before.
					clearErrors('geminiApiKey');
				}}
				choices={engineSchema.options.map((value) => ({
					value,
					name: engines[value].label,
					content: <ChoiceLabel name={engines[value].label} text={engines[value].summary} />,
				}))}
			/>
			{isUnavailable ? (
				<p className="text-sm text-warn">This engine is not available on this server yet. The built-in forge is.</p>
			) : null}
			<KeyField engine={engine} />
			<StoreKeyCheckbox disabled={getKeyFormat(engine) === null} />
			<Models engine={engine} />
		</fieldset>
	);
}

function Models({ engine }: { readonly engine: EngineName }) {
	const { control } = useGenerationFormContext();
	const batchSize = useWatch({ control, name: 'batchSize' });
	const service = findService(useAccess().config, engine);
	const images = batchSizeSchema.safeParse(batchSize).data;
	if (service === null || images === undefined) return null;
	return (
		<SectionErrorBoundary problem="The models could not be shown. Generating is not affected.">
			<Suspense fallback={null}>
				<ModelPrices engine={engine} service={service} images={images} />
			</Suspense>
		</SectionErrorBoundary>
	);
}

/** Hidden while it is typed, unless somebody wants to check what they pasted. */
function KeyField({ engine }: { readonly engine: EngineName }) {
	const { register, formState, watch, setValue, getValues } = useGenerationFormContext();
	const { config } = useAccess();
	const [isShown, setShown] = useState(false);
	const format = getKeyFormat(engine);
	const isEmpty = watch('geminiApiKey') === '';
	const ShowIcon = isShown ? EyeOff : Eye;
	return (
		<TextField
			{...register('geminiApiKey', {
				onBlur: () => {
					const key = getValues('geminiApiKey').trim();
					setValue('geminiApiKey', key);
					storeValidKey(engine, key, findService(config, engine)?.keyPrefixes);
				},
			})}
			disabled={format === null}
			label={(format ?? getKeyFormat(defaultEngine))?.label ?? ''}
			type={isShown && format !== null ? 'text' : 'password'}
			autoComplete="off"
			spellCheck={false}
			hint={
				format === null ? (
					engines[engine].withoutKey
				) : (
					<>
						Your key is stored locally in this browser and used only for your own generations.{' '}
						<EngineKeyLink engine={engine} />
					</>
				)
			}
			error={format === null ? undefined : formState.errors.geminiApiKey?.message}
			trailing={
				isEmpty ? null : (
					<>
						<Button
							className="px-3!"
							disabled={format === null}
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
								removeApiKey(engine);
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

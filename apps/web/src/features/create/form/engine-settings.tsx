import { Button } from '@adx/ui/controls/button';
import { ChoiceLabel } from '@adx/ui/controls/choice-field';
import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { TextField } from '@adx/ui/controls/field';
import { SelectField } from '@adx/ui/controls/select-field';
import {
	defaultEngine,
	type EngineName,
	engineSchema,
	engines,
	getKeyFormat,
	hasOwnAddress,
	isPaidEngine,
	takesWorkflow,
} from '@adx/validators/engines/engines';
import { takesPictures } from '@adx/validators/generation/job-references';
import { Eye, EyeOff } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { lazyPart } from '../../../shell/lazy-part.tsx';
import { SectionErrorBoundary } from '../../../shell/section-error-boundary.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { removeApiKey, storeValidKey } from '../../jobs/actions/engine-key.ts';
import { EngineKeyLink } from '../../jobs/actions/engine-key-link.tsx';
import { findService } from '../../jobs/actions/order-price.ts';
import { StoreKeyCheckbox } from '../../jobs/actions/store-key-checkbox.tsx';
import { countReferenceInputs } from '../references/references-input.ts';
import { chooseAddress, getKeyField } from './engine-fields.ts';
import { batchSizeSchema, useGenerationFormContext } from './form-schema.ts';
import { WorkflowField } from './workflow-field.tsx';

const ReferencesField = lazyPart(() => import('../references/references-field.tsx'));
const ModelPrices = lazyPart(() => import('./model-prices.tsx'));

/** Who draws the images, and the key that its calls carry. */
export function EngineSettings() {
	const { control, clearErrors, getValues, setValue } = useGenerationFormContext();
	const { field } = useController({ control, name: 'engine' });
	const { config } = useAccess();
	const engine = field.value;
	// Those that call an address are there only where the operator allows one.
	const isMissing = (name: EngineName) =>
		config?.engines.some((known) => known.name === name && known.available) !== true;
	const offered = engineSchema.options.filter((name) => !hasOwnAddress(name) || !isMissing(name));
	const isUnavailable = config?.engines.some(({ name, available }) => name === engine && !available) === true;

	function chooseEngine(next: EngineName) {
		field.onChange(next);
		// These were about the engine that was chosen before.
		clearErrors(['geminiApiKey', 'apiKey', 'engineAddress', 'workflow', 'references', 'sketch']);
		const plan = getValues('plan');
		const models = findService(config, next)?.models;
		if (models?.every(({ name }) => name !== plan.model)) setValue('plan', { ...plan, model: '' });
	}

	return (
		<fieldset className="grid gap-3">
			<legend className="sr-only">Engine</legend>
			<ChoiceGroup
				label="Engine"
				columns={1}
				className="grid gap-1.5 sm:grid-cols-2"
				value={field.value}
				onChoose={(next) => {
					chooseEngine(next);
				}}
				choices={offered.map((value) => ({
					value,
					name: engines[value].label,
					content: <ChoiceLabel name={engines[value].label} text={engines[value].summary} />,
				}))}
			/>
			{isUnavailable ? (
				<p className="text-sm text-warn">This engine is not available on this server yet. The built-in forge is.</p>
			) : null}
			<AddressField engine={engine} />
			{takesWorkflow(engine) ? <WorkflowField /> : null}
			{/* A field of its own for each kind of key: the browser keeps what was typed apart. */}
			<KeyField key={getKeyLabel(engine)} engine={engine} />
			<StoreKeyCheckbox noun={getKeyFormat(engine)?.noun} disabled={getKeyFormat(engine) === null} />
			<References engine={engine} />
			<Models engine={engine} />
		</fieldset>
	);
}

/** What goes with the calls, for engines that take any. */
function References({ engine }: { readonly engine: EngineName }) {
	if (!takesPictures(engine)) return null;
	return (
		<SectionErrorBoundary problem="Reference images could not be shown. Generating is not affected.">
			<Suspense fallback={null}>
				{/* What was refused was told where it was added, for the engine that it was added for. */}
				<ReferencesField key={engine} engine={engine} />
			</Suspense>
		</SectionErrorBoundary>
	);
}

function Models({ engine }: { readonly engine: EngineName }) {
	const { control } = useGenerationFormContext();
	const [batchSize, references, sketch] = useWatch({ control, name: ['batchSize', 'references', 'sketch'] });
	const service = findService(useAccess().config, engine);
	const images = batchSizeSchema.safeParse(batchSize).data;
	const isChoice = service !== null && (service.takesAnyModel || service.models.length > 1);
	if (service === null || images === undefined || (!isChoice && !isPaidEngine(engine))) return null;
	return (
		<SectionErrorBoundary problem="The models could not be shown. Generating is not affected.">
			<Suspense fallback={null}>
				<ModelPrices
					engine={engine}
					service={service}
					images={images}
					inputImages={countReferenceInputs({ engine, references, sketch })}
				/>
			</Suspense>
		</SectionErrorBoundary>
	);
}

/** Where the service is, for engines whose creators say so. */
function AddressField({ engine }: { readonly engine: EngineName }) {
	const { control, formState } = useGenerationFormContext();
	const { field } = useController({ control, name: 'engineAddress' });
	const { config } = useAccess();
	const errorId = useId();
	const addresses = findService(config, engine)?.addresses ?? [];
	if (addresses.length === 0) return null;
	const error = formState.errors.engineAddress?.message;
	return (
		<div>
			<SelectField
				label="Address of the service"
				isBesideFields
				value={chooseAddress(config, { engine, engineAddress: field.value })}
				options={addresses.map((address) => ({ value: address, label: address }))}
				errorId={error === undefined ? undefined : errorId}
				onValue={field.onChange}
			/>
			{error === undefined ? null : (
				<p id={errorId} className="mt-1 text-sm text-ember-text">
					{error}
				</p>
			)}
		</div>
	);
}

const getKeyLabel = (engine: EngineName): string => (getKeyFormat(engine) ?? getKeyFormat(defaultEngine))?.label ?? '';

/** Hidden while it is typed, unless somebody wants to check what they pasted. */
function KeyField({ engine }: { readonly engine: EngineName }) {
	const { register, formState, watch, setValue, getValues } = useGenerationFormContext();
	const { config } = useAccess();
	const [isShown, setShown] = useState(false);
	const format = getKeyFormat(engine);
	const name = getKeyField(engine);
	const noun = format?.noun ?? 'key';
	const isEmpty = watch(name) === '';
	const ShowIcon = isShown ? EyeOff : Eye;
	return (
		<TextField
			{...register(name, {
				onBlur: () => {
					const key = getValues(name).trim();
					setValue(name, key);
					storeValidKey(engine, key, findService(config, engine)?.keyPrefixes);
				},
			})}
			disabled={format === null}
			label={getKeyLabel(engine)}
			type={isShown && format !== null ? 'text' : 'password'}
			autoComplete="off"
			spellCheck={false}
			hint={
				format === null ? (
					engines[engine].withoutKey
				) : (
					<>
						{format.explanation} Your {noun} is stored locally in this browser and used only for your own generations.{' '}
						<EngineKeyLink engine={engine} />
					</>
				)
			}
			error={format === null ? undefined : formState.errors[name]?.message}
			trailing={
				isEmpty ? null : (
					<>
						<Button
							className="px-3!"
							disabled={format === null}
							aria-pressed={isShown}
							aria-label={`Show ${noun}`}
							onClick={() => setShown(!isShown)}
							icon={<ShowIcon aria-hidden className="size-4" />}
						/>
						<Button
							className="shrink-0"
							onClick={() => {
								setValue(name, '');
								setShown(false);
								removeApiKey(engine);
							}}
						>
							Clear {noun}
						</Button>
					</>
				)
			}
		/>
	);
}

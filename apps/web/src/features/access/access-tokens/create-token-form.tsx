import { Button } from '@adx/ui/controls/button';
import { ChoiceField, ChoiceLabel } from '@adx/ui/controls/choice-field';
import { FieldError, TextField } from '@adx/ui/controls/field';
import {
	type CreateTokenInput,
	createTokenInput,
	elevationScopeSchema,
	type TokenScope,
} from '@adx/validators/auth/auth';
import { tokenLifetimesDays, tokenNameMaxLength } from '@adx/validators/limits';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import { getFieldErrors } from '../../../lib/api/error-messages.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { type CreatedToken, useCreateToken } from './token-queries.ts';
import { tokenTexts } from './token-texts.ts';

const texts = tokenTexts.form;

const emptyForm: CreateTokenInput = { name: '', scopes: ['read'], expiresInDays: 30 };

installZodMessages();
const resolver = zodResolver(createTokenInput);

const rights = (['read', 'write'] as const).map((value) => ({ value, ...tokenTexts.rights[value] }));

/** Makes a token; what the server refuses stands beside its field, anything else above the button. */
export function CreateTokenForm({ onCreated }: { readonly onCreated: (token: CreatedToken) => void }) {
	const { control, register, handleSubmit, reset, setError, formState } = useForm({
		resolver,
		defaultValues: emptyForm,
	});
	const { field: scopes } = useController({ control, name: 'scopes' });
	const { field: lifetime } = useController({ control, name: 'expiresInDays' });
	const { user } = useAccess();
	const rightsOfSession = { developer: user?.role === 'developer', premium: user?.premium === true };
	const offered = elevationScopeSchema.options.filter((scope) => rightsOfSession[scope]);
	const isChosen = (scope: TokenScope) => scopes.value.includes(scope);
	const choose = (isWriter: boolean, elevations: readonly TokenScope[]) =>
		scopes.onChange([...(isWriter ? ['read', 'write'] : ['read']), ...elevations]);
	const errorId = useId();
	const once = useSingleFlight();
	const creation = useCreateToken((created) => {
		reset();
		onCreated(created);
	});

	function create({ scopes: chosen, ...input }: CreateTokenInput) {
		if (!once.tryStart()) return;
		// What the session has lost since it was ticked is no longer on show.
		const isOnShow = (scope: TokenScope) => scope === 'read' || scope === 'write' || rightsOfSession[scope];
		const order = { ...input, scopes: chosen.filter(isOnShow) };
		creation.mutate(order, {
			onSettled: once.finish,
			onError(error) {
				const { name } = getFieldErrors(error);
				if (name === undefined) setError('root', { message: error.message });
				else setError('name', { message: name }, { shouldFocus: true });
			},
		});
	}

	return (
		<form noValidate aria-label={texts.name} onSubmit={handleSubmit(create)} className="grid gap-4">
			<TextField
				{...register('name')}
				label={texts.nameLabel}
				hint={texts.nameHint}
				maxLength={tokenNameMaxLength}
				autoComplete="off"
				error={nameSentence(formState.errors.name)}
			/>
			<ChoiceField
				label={texts.rights}
				columns={1}
				className="grid gap-1.5"
				value={isChosen('write') ? 'write' : 'read'}
				onChoose={(right) => choose(right === 'write', elevationScopeSchema.options.filter(isChosen))}
				choices={rights.map(({ value, name, text }) => ({
					value,
					name: `${name}. ${text}`,
					content: <ChoiceLabel name={name} text={text} />,
				}))}
			/>
			{offered.length === 0 ? null : (
				<fieldset>
					<legend className="mb-1.5 font-medium text-text">{texts.elevations}</legend>
					{offered.map((scope) => (
						<label key={scope} className="flex items-start gap-2 py-1 pointer-coarse:min-h-11">
							<input
								type="checkbox"
								className="mt-1 size-4 shrink-0 accent-primary"
								checked={isChosen(scope)}
								onChange={({ target }) => {
									const isKept = (each: TokenScope) => (each === scope ? target.checked : isChosen(each));
									choose(isChosen('write'), elevationScopeSchema.options.filter(isKept));
								}}
							/>
							<span>
								<span className="block font-semibold text-text">{tokenTexts.elevations[scope].name}</span>
								<span className="block text-[0.8125rem] text-text-2">{tokenTexts.elevations[scope].text}</span>
							</span>
						</label>
					))}
				</fieldset>
			)}
			<ChoiceField<number>
				label={texts.lifetime}
				columns={3}
				className="grid grid-cols-3 gap-1.5"
				value={lifetime.value}
				onChoose={lifetime.onChange}
				choices={tokenLifetimesDays.map((days) => ({
					value: days,
					name: texts.days(days),
					content: <span className="figures block text-center font-medium">{texts.days(days)}</span>,
				}))}
			/>
			<div>
				<Button
					type="submit"
					tone="primary"
					className="w-full"
					aria-describedby={formState.errors.root === undefined ? undefined : errorId}
					busyText={creation.isPending ? texts.creating : undefined}
				>
					{texts.submit}
				</Button>
				<div role="alert">
					<FieldError id={errorId}>{formState.errors.root?.message}</FieldError>
				</div>
			</div>
		</form>
	);
}

/** The schema's own sentence for an empty name counts characters; people are told what to do. */
function nameSentence(error: { readonly type: string; readonly message?: string } | undefined): string | undefined {
	return error?.type === 'too_small' ? texts.nameMissing : error?.message;
}

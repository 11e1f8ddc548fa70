import { Button } from '@adx/ui/controls/button';
import { ChoiceField, ChoiceLabel } from '@adx/ui/controls/choice-field';
import { FieldError, TextField } from '@adx/ui/controls/field';
import { type CreateTokenInput, createTokenInput } from '@adx/validators/auth';
import { tokenLifetimesDays } from '@adx/validators/limits';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import { getFieldErrors } from '../../../lib/api/error-messages.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
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
	const errorId = useId();
	const once = useSingleFlight();
	const creation = useCreateToken((created) => {
		reset();
		onCreated(created);
	});

	function create(input: CreateTokenInput) {
		if (!once.tryStart()) return;
		creation.mutate(input, {
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
				autoComplete="off"
				error={nameSentence(formState.errors.name)}
			/>
			<ChoiceField
				label={texts.rights}
				columns={1}
				className="grid gap-1.5"
				value={scopes.value.includes('write') ? 'write' : 'read'}
				onChoose={(right) => scopes.onChange(right === 'write' ? ['read', 'write'] : ['read'])}
				choices={rights.map(({ value, name, text }) => ({
					value,
					name: `${name}. ${text}`,
					content: <ChoiceLabel name={name} text={text} />,
				}))}
			/>
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

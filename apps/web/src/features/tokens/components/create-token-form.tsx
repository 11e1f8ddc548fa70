import { Button } from '@adx/ui/button';
import { FieldError, TextField } from '@adx/ui/field';
import { type CreateTokenInput, createTokenInput } from '@adx/validators/auth';
import { tokenLifetimesDays, tokenNameMaxLength } from '@adx/validators/limits';
import { installZodMessages } from '@adx/validators/zod-messages';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { fieldErrorsOf } from '../../../lib/error-sentences.ts';
import { type CreatedToken, useCreateToken } from '../queries.ts';

const emptyForm: CreateTokenInput = { name: '', scopes: ['read'], expiresInDays: 30 };

installZodMessages();
const resolver = zodResolver(createTokenInput);

const rights = [
	{ value: 'read', name: 'Read', text: 'See jobs and pictures, download them' },
	{ value: 'write', name: 'Read and write', text: 'Also generate, change and delete' },
] as const;

/** Makes a token; what the server refuses stands beside its field, anything else above the button. */
export function CreateTokenForm({ onCreated }: { readonly onCreated: (token: CreatedToken) => void }) {
	const { control, register, handleSubmit, reset, setError, formState } = useForm({
		resolver,
		defaultValues: emptyForm,
	});
	const { field: scopes } = useController({ control, name: 'scopes' });
	const { field: lifetime } = useController({ control, name: 'expiresInDays' });
	const errorId = useId();
	const creation = useCreateToken((created) => {
		reset();
		onCreated(created);
	});

	function create(input: CreateTokenInput) {
		creation.mutate(input, {
			onError(error) {
				const { name } = fieldErrorsOf(error);
				if (name === undefined) setError('root', { message: error.message });
				else setError('name', { message: name }, { shouldFocus: true });
			},
		});
	}

	return (
		<form noValidate aria-label="New access token" onSubmit={handleSubmit(create)} className="grid gap-4">
			<TextField
				{...register('name')}
				label="Name"
				hint="What will use it, e.g. ‘Nightly backup’"
				autoComplete="off"
				maxLength={tokenNameMaxLength}
				error={nameSentence(formState.errors.name)}
			/>
			<div>
				<p className="mb-1.5 font-medium text-text">What it may do</p>
				<ChoiceGroup
					label="What it may do"
					columns={1}
					className="grid gap-1.5"
					value={scopes.value.includes('write') ? 'write' : 'read'}
					onChoose={(right) => scopes.onChange(right === 'write' ? ['read', 'write'] : ['read'])}
					choices={rights.map(({ value, name, text }) => ({
						value,
						name: `${name}. ${text}`,
						content: (
							<span className="block px-3 py-2">
								<span className="block font-semibold text-text">{name}</span>
								<span className="block text-[0.8125rem] text-text-2">{text}</span>
							</span>
						),
					}))}
				/>
			</div>
			<div>
				<p className="mb-1.5 font-medium text-text">Ends after</p>
				<ChoiceGroup<number>
					label="Ends after"
					columns={3}
					className="grid grid-cols-3 gap-1.5"
					value={lifetime.value}
					onChoose={lifetime.onChange}
					choices={tokenLifetimesDays.map((days) => ({
						value: days,
						name: `${days} days`,
						content: <span className="figures block text-center font-medium">{days} days</span>,
					}))}
				/>
			</div>
			<div>
				<Button
					type="submit"
					tone="primary"
					className="w-full"
					aria-describedby={formState.errors.root === undefined ? undefined : errorId}
					busyText={creation.isPending ? 'Creating...' : undefined}
				>
					Create token
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
	return error?.type === 'too_small' ? 'Give the token a name' : error?.message;
}

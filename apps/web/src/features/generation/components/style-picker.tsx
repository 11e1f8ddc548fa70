import { FieldError } from '@adx/ui/field';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { creatorArtStyleCount } from '@adx/validators/limits';
import { Lock } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { useAccess } from '../../access/components/access-provider.tsx';
import { useGenerationFormContext } from '../schema.ts';

export function StylePicker() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'artStyle' });
	const { userRole, user } = useAccess();
	const isPremium = user?.premium === true;
	const errorId = useId();
	const visible = userRole === 'developer' || isPremium ? artStyles : artStyles.slice(0, creatorArtStyleCount);
	const error = fieldState.error?.message;
	return (
		<fieldset className="min-w-0">
			<legend className="mb-2 text-base font-semibold">Art style</legend>
			<ChoiceGroup
				ref={field.ref}
				label="Art style"
				columns={1}
				className="grid max-h-80 gap-1.5 overflow-y-auto p-0.5"
				describedBy={error === undefined ? undefined : errorId}
				value={field.value}
				onChoose={field.onChange}
				choices={visible.map((style) => {
					const locked = style.premium && !isPremium;
					return {
						value: style.value,
						name: `${style.label}${locked ? ', Premium' : ''}. ${style.description}`,
						locked,
						content: <StyleCard {...style} locked={locked} />,
					};
				})}
			/>
			<FieldError id={errorId}>{error}</FieldError>
			{isPremium ? null : <p className="mt-2 text-[0.8125rem] text-text-3">Styles with a lock come with Premium.</p>}
		</fieldset>
	);
}

interface StyleCardProps {
	readonly label: string;
	readonly description: string;
	readonly outlinePx: number;
	readonly locked: boolean;
}

function StyleCard({ label, description, outlinePx, locked }: StyleCardProps) {
	return (
		<span className="flex gap-3 px-3 py-2.5">
			<svg
				aria-hidden
				viewBox="0 0 32 32"
				className="mt-0.5 size-8 shrink-0 text-text-2"
				fill="none"
				stroke="currentColor"
			>
				<circle cx="16" cy="16" r="11" strokeWidth={outlinePx * 0.9} />
			</svg>
			<span className="min-w-0 grow">
				<span className="flex items-center justify-between gap-2 font-semibold text-text">
					{label}
					{locked ? (
						<span className="flex items-center gap-1 text-xs text-gold">
							<Lock aria-hidden className="size-3.5" />
							Premium
						</span>
					) : null}
				</span>
				<span className="mt-0.5 block text-[0.8125rem] text-text-2">{description}</span>
			</span>
		</span>
	);
}

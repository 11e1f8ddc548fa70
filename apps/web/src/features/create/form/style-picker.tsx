import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { FieldError } from '@adx/ui/controls/field';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { creatorArtStyleCount } from '@adx/validators/limits';
import { Lock } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useController } from 'react-hook-form';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { usePremium } from '../../access/premium/premium-context.ts';
import { PremiumNote } from '../../access/premium/premium-note.tsx';
import { useGenerationFormContext } from './form-schema.ts';
import { OptionTile } from './option-tile.tsx';

export function StylePicker() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'artStyle' });
	const { userRole } = useAccess();
	const { isPremium, openDialog } = usePremium();
	const errorId = useId();
	const visible = userRole === 'developer' || isPremium ? artStyles : artStyles.slice(0, creatorArtStyleCount);
	const error = fieldState.error?.message;
	const isClosed = !isPremium && artStyles.some((style) => style.value === field.value && style.premium);
	const { onChange } = field;
	// A choice made while Premium was active must not be sent once it is over.
	useEffect(() => {
		if (isClosed) onChange('');
	}, [isClosed, onChange]);
	return (
		<fieldset className="min-w-0">
			<legend className="sr-only">Art style</legend>
			<ChoiceGroup
				ref={field.ref}
				label="Art style"
				columns={1}
				className="grid gap-1.5 xl:grid-cols-2"
				describedBy={error === undefined ? undefined : errorId}
				value={field.value}
				onChoose={field.onChange}
				onLocked={openDialog}
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
			<PremiumNote>Styles with a lock come with Premium.</PremiumNote>
		</fieldset>
	);
}

interface StyleCardProps {
	readonly value: string;
	readonly label: string;
	readonly description: string;
	readonly locked: boolean;
}

function StyleCard({ value, label, description, locked }: StyleCardProps) {
	return (
		<span className="flex items-center gap-3 p-1.5 pr-3">
			<OptionTile sheet="styles" value={value} className="size-20 rounded-[4px] xl:size-16" />
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

import { Button } from '@adx/ui/controls/button';
import { CopyButton } from '@adx/ui/controls/copy-button';
import { TextField } from '@adx/ui/controls/field';
import { seedMaxLength } from '@adx/validators/limits';
import { Dices } from 'lucide-react';
import { useController } from 'react-hook-form';
import { useCopySeed } from '../../../lib/hooks/use-copy-seed.ts';
import { newSeed } from '../../../lib/random-ids.ts';
import { useGenerationFormContext } from '../form/form-schema.ts';
import { useChangePlan } from './use-plan.ts';

/** Which of all possible collections this is; the same seed and choices give the same one again. */
export function SeedField() {
	const { control } = useGenerationFormContext();
	const { field, fieldState } = useController({ control, name: 'plan.seed' });
	const change = useChangePlan();
	const { ref, onOutcome } = useCopySeed();

	return (
		<div className="grid gap-2">
			<TextField
				ref={(input) => {
					ref.current = input;
					field.ref(input);
				}}
				label="Seed"
				value={field.value}
				maxLength={seedMaxLength}
				autoComplete="off"
				spellCheck={false}
				className="max-w-xl"
				error={fieldState.error?.message}
				onChange={(event) => change({ seed: event.target.value })}
				trailing={
					<>
						<CopyButton className="shrink-0" aria-label="Copy seed" text={field.value} onOutcome={onOutcome}>
							<span className="whitespace-nowrap max-sm:sr-only">Copy</span>
						</CopyButton>
						<Button
							aria-label="New seed"
							className="shrink-0"
							onClick={() => change({ seed: newSeed() })}
							icon={<Dices aria-hidden className="size-4" />}
						>
							<span className="whitespace-nowrap max-sm:sr-only">New seed</span>
						</Button>
					</>
				}
			/>
			<p className="text-sm text-text-2">
				Generate ADX Characters makes exactly this plan; then the seed changes for the next collection.
			</p>
		</div>
	);
}

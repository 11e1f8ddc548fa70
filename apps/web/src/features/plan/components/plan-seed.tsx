import { Button } from '@adx/ui/button';
import { TextField } from '@adx/ui/field';
import { showToast } from '@adx/ui/toast-store';
import { seedMaxLength } from '@adx/validators/limits';
import { Copy, Dices } from 'lucide-react';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { newSeed, useGenerationFormContext } from '../../create/schema.ts';
import { useChangePlan } from '../use-plan.ts';

/** Which of all possible collections this is; the same seed and choices give the same one again. */
export function PlanSeed() {
	const { control, formState } = useGenerationFormContext();
	const plan = useWatch({ control, name: 'plan' });
	const change = useChangePlan();
	const input = useRef<HTMLInputElement>(null);

	async function copy() {
		try {
			await navigator.clipboard.writeText(plan.seed);
			showToast({ title: 'Seed copied' });
		} catch {
			// The clipboard is missing on plain http and may be refused: then it is at least selected.
			input.current?.select();
		}
	}

	return (
		<div className="grid gap-2">
			<TextField
				ref={input}
				label="Seed"
				value={plan.seed}
				maxLength={seedMaxLength}
				autoComplete="off"
				spellCheck={false}
				className="max-w-xl"
				error={formState.errors.plan?.seed?.message}
				onChange={(event) => change({ seed: event.target.value })}
				trailing={
					<>
						<Button
							className="shrink-0"
							aria-label="Copy seed"
							onClick={() => void copy()}
							icon={<Copy aria-hidden className="size-4" />}
						>
							<span className="whitespace-nowrap max-sm:sr-only">Copy</span>
						</Button>
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
			<p className="text-sm text-text-2">Every button that orders makes exactly this plan.</p>
		</div>
	);
}

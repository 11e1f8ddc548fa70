import { Button } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import clsx from 'clsx';
import { WandSparkles } from 'lucide-react';
import { type FormInput, useGenerationFormContext } from '../form/form-schema.ts';

/** Fills in whatever is not chosen yet; choices already made stay. */
const starter = {
	races: ['elf', 'tabaxi', 'dragonborn', 'orc', 'human'],
	classes: ['wizard', 'ranger', 'paladin'],
	artStyle: 'bold-classic',
	backgroundType: 'random-all',
} satisfies Partial<FormInput>;

export interface NewcomerCardProps {
	readonly isPending: boolean;
	/** Whether nothing is chosen yet, so that this is the first thing to press. */
	readonly isFirstStep: boolean;
	/** Called once the form is filled. */
	readonly onTry: () => void;
}

/** The shortest way to the first pictures. */
export function NewcomerCard({ isPending, isFirstStep, onTry }: NewcomerCardProps) {
	const { getValues, setValue } = useGenerationFormContext();

	function tryForge() {
		const chosen = getValues();
		setValue('engine', 'forge');
		if (chosen.races.length === 0) setValue('races', [...starter.races]);
		if (chosen.classes.length === 0) setValue('classes', [...starter.classes]);
		if (chosen.artStyle === '') setValue('artStyle', starter.artStyle);
		if (chosen.backgroundType === '') setValue('backgroundType', starter.backgroundType);
		if (chosen.batchSize === 1) setValue('batchSize', 5);
		onTry();
	}

	return (
		<Card className={clsx('border-primary!', !isFirstStep && !isPending && 'max-lg:hidden')}>
			<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
				<div className="min-w-0 grow basis-64">
					<p className="font-semibold">New here?</p>
					<p className="mt-1 text-sm text-text-2">
						Five characters in a few seconds. What you have not chosen yet is chosen for you.
					</p>
				</div>
				<Button
					tone={isFirstStep ? 'primary' : 'secondary'}
					className="max-sm:grow"
					busyText={isPending ? 'Generating...' : undefined}
					onClick={tryForge}
					icon={<WandSparkles aria-hidden className="size-4 shrink-0" />}
				>
					Try it now with the built-in forge (free, no key)
				</Button>
			</div>
		</Card>
	);
}

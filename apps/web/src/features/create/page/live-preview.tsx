import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { ShortcutButton } from '@adx/ui/keyboard/shortcut-button';
import { useShortcuts } from '@adx/ui/keyboard/shortcuts';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useGenerationFormContext } from '../form/form-schema.ts';
import { PreviewCanvas } from './preview-canvas.tsx';

export interface LivePreviewProps {
	/** Whether it is on show; its key is its own only then. */
	readonly isShown: boolean;
}

/**
 * One character of the current choice, drawn in this browser by the built-in forge. In a column of `--side` it takes the
 * height that is left, and goes where that is too little to see anything.
 */
export function LivePreview({ isShown }: LivePreviewProps) {
	const { control } = useGenerationFormContext();
	const [races, classes, artStyle, backgroundType, afflictions] = useWatch({
		control,
		name: ['races', 'classes', 'artStyle', 'backgroundType', 'afflictions'],
	});
	const [roll, setRoll] = useState(1);
	const choice = useDebouncedValue(JSON.stringify({ races, classes, artStyle, backgroundType, afflictions }));
	const reroll = { name: 'R', keys: ['r'], does: 'Reroll', run: () => setRoll(roll + 1) };
	const layer = useShortcuts(isShown ? [reroll] : []);
	return (
		<div
			ref={layer}
			data-roll={roll}
			className="w-full max-md:flex max-md:items-center max-md:gap-3 lg:min-h-0 lg:basis-[calc(var(--side)+3.25rem)] lg:[container-type:size]"
		>
			<div className="max-md:w-36 max-md:shrink-0 lg:mx-auto lg:w-[min(100cqw,100cqh-3.25rem)] lg:[@container(height<8rem)]:hidden">
				<PreviewCanvas choice={choice} roll={roll} />
			</div>
			<div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 md:mt-2 lg:flex-nowrap lg:[@container(height<8rem)]:hidden">
				<p className="text-sm text-text-2">
					{races.length + classes.length === 0 ? 'An example' : 'Preview of your choice'}, drawn by the built-in forge.
				</p>
				<ShortcutButton shortcut={reroll} icon={<Dices aria-hidden className="size-4" />} />
			</div>
		</div>
	);
}

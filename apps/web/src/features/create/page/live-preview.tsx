import { Skeleton } from '@adx/ui/feedback/skeleton';
import { useDebouncedValue } from '@adx/ui/hooks/use-debounced-value';
import { ShortcutButton } from '@adx/ui/keyboard/shortcut-button';
import { useShortcuts } from '@adx/ui/keyboard/shortcuts';
import { CatchBoundary } from '@tanstack/react-router';
import { Dices } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useGenerationFormContext } from '../form/form-schema.ts';

const ForgeCanvas = lazy(() => import('./forge-canvas.tsx'));

/** One character of the current choice, drawn in this browser by the built-in forge. */
export function LivePreview() {
	const { control } = useGenerationFormContext();
	const [races, classes, artStyle, backgroundType, afflictions] = useWatch({
		control,
		name: ['races', 'classes', 'artStyle', 'backgroundType', 'afflictions'],
	});
	const [roll, setRoll] = useState(1);
	const choice = useDebouncedValue(JSON.stringify({ races, classes, artStyle, backgroundType, afflictions }));
	const reroll = { name: 'R', keys: ['r'], does: 'Reroll', run: () => setRoll(roll + 1) };
	const layer = useShortcuts([reroll]);
	return (
		<div ref={layer} data-roll={roll} className="relative mx-auto w-full max-w-lg">
			<CatchBoundary getResetKey={() => choice} errorComponent={PreviewFailed}>
				<Suspense fallback={<Skeleton className="aspect-square w-full rounded-md!" />}>
					<ForgeCanvas choice={choice} roll={roll} />
				</Suspense>
			</CatchBoundary>
			<div className="mt-3 flex items-center justify-between gap-3">
				<p className="text-sm text-text-2">Preview of your choice, drawn by the built-in forge.</p>
				<ShortcutButton shortcut={reroll} icon={<Dices aria-hidden className="size-4" />} />
			</div>
		</div>
	);
}

/** The preview is an extra: when it cannot be drawn, the form goes on without it. */
function PreviewFailed() {
	return (
		<p className="grid aspect-square w-full place-items-center rounded-md border border-dashed border-line p-6 text-center text-text-2">
			The preview could not be drawn. Generating is not affected.
		</p>
	);
}

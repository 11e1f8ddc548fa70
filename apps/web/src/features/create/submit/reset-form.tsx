import { Button } from '@adx/ui/controls/button';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { createEmptyForm, createPlanSettings, type FormInput, useGenerationFormContext } from '../form/form-schema.ts';

/** Empties the form, all but the key; what was in it can be brought back. */
export function ResetForm() {
	const { getValues, reset, formState } = useGenerationFormContext();
	const [before, setBefore] = useState<FormInput | null>(null);
	const place = useFocusRetained<HTMLDivElement>('button');

	function clear() {
		const values = getValues();
		setBefore(values);
		const { geminiApiKey, apiKey } = values;
		reset({ ...createEmptyForm, plan: createPlanSettings(), geminiApiKey, apiKey });
	}

	function undo() {
		if (before !== null) reset(before);
		setBefore(null);
	}

	// Undoing would throw away what was chosen since.
	const canUndo = before !== null && !formState.isDirty;
	return (
		<div ref={place} className="mt-1 flex items-center justify-center gap-2 text-[0.8125rem]" aria-live="polite">
			{canUndo ? (
				<>
					<span className="text-text-2">The form is empty again.</span>
					<Button size="small" tone="ghost" onClick={undo}>
						Undo reset
					</Button>
				</>
			) : (
				<Button size="small" tone="ghost" onClick={clear} icon={<RotateCcw aria-hidden className="size-3.5" />}>
					Reset form
				</Button>
			)}
		</div>
	);
}

import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { useId } from 'react';
import { useGenerationFormContext } from './form-schema.ts';

/** The workflow that the service paints by: pasted, or from a file. */
export function WorkflowField() {
	const { register, formState, setValue, setError } = useGenerationFormContext();
	const fileId = useId();

	async function takeFile(file: File | undefined) {
		if (file === undefined) return;
		const text = await file.text().catch(() => null);
		if (text === null) setError('workflow', { message: `‘${file.name}’ could not be read.` });
		else setValue('workflow', text, { shouldDirty: true, shouldValidate: true });
	}

	return (
		<div className="grid gap-2">
			<TextAreaField
				{...register('workflow')}
				label="Workflow"
				rows={5}
				spellCheck={false}
				autoComplete="off"
				className="font-mono text-[0.8125rem]"
				placeholder='{"3": {"class_type": "KSampler", "inputs": {"seed": "{{seed}}", …'
				hint="As ComfyUI exports it for its API. Write {{prompt}} and {{seed}} where they belong; {{negative}}, {{width}} and {{height}} where you want them; {{sketch}} and {{reference}} where a LoadImage node takes its image."
				error={formState.errors.workflow?.message}
			/>
			<label htmlFor={fileId} className="text-sm text-text-2">
				Or take it from a file
				<input
					id={fileId}
					type="file"
					accept=".json,application/json"
					className="mt-1 block w-full min-w-0 text-sm"
					onChange={({ target }) => {
						void takeFile(target.files?.[0]);
						// The same file again, once it was changed.
						target.value = '';
					}}
				/>
			</label>
		</div>
	);
}

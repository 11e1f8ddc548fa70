import { FileButton } from '@adx/ui/controls/file-button';
import { TextAreaField } from '@adx/ui/controls/text-area-field';
import { FileUp } from 'lucide-react';
import { useGenerationFormContext } from './form-schema.ts';

/** The workflow that the service paints by: pasted, or from a file. */
export function WorkflowField() {
	const { register, formState, setValue, setError } = useGenerationFormContext();

	async function takeFile(file: File) {
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
			<FileButton
				className="justify-self-start"
				inputLabel="Workflow file"
				accept=".json,application/json"
				onFile={(file) => void takeFile(file)}
				icon={<FileUp aria-hidden className="size-4" />}
			>
				Take it from a file
			</FileButton>
		</div>
	);
}

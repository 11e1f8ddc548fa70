import { Button } from '@adx/ui/controls/button';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { type EngineName, engines } from '@adx/validators/engines/engines';
import { countReferencesMax } from '@adx/validators/generation/job-references';
import { ImageIcon, ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type OrderReference, useGenerationFormContext } from '../form/form-schema.ts';
import { getReferenceUrl, uploadReference } from './upload-reference.ts';

/** Pictures that go with every call, so that all images show one character, and how much is taken from them. */
export default function ReferencesField({ engine }: { readonly engine: EngineName }) {
	const { control, register, formState, getValues, setValue, clearErrors } = useGenerationFormContext();
	const [references, sketch] = useWatch({ control, name: ['references', 'sketch'] });
	const { isUploading, problem, add } = useUploads(() => getValues('references'));
	const input = useRef<HTMLInputElement>(null);
	const place = useFocusRetained<HTMLDivElement>('button');
	const errorId = useId();
	const max = countReferencesMax(engine, sketch);
	const most = max === 0 ? 'no reference' : `at most ${max}`;
	const tooMany = `${engines[engine].name} takes ${most}${sketch ? ' besides the sketch' : ''}. Remove one first.`;
	const error = references.length > max ? tooMany : (problem ?? formState.errors.references?.message);

	function set(next: readonly OrderReference[]) {
		// A workflow may have been refused for what goes along.
		clearErrors(['references', 'workflow']);
		setValue('references', [...next], { shouldDirty: true });
	}

	async function take(files: readonly File[]) {
		const room = max - getValues('references').length;
		await add(files, room, (added) => {
			const known = getValues('references');
			if (known.some(({ sha256 }) => sha256 === added.sha256)) return false;
			set([...known, added]);
			return true;
		});
	}

	return (
		<>
			<Sketch />
			{max === 0 && references.length === 0 ? null : (
				<fieldset aria-describedby={error === undefined ? undefined : errorId} className="grid gap-2">
					<legend className="font-semibold">
						References <span className="font-normal text-text-2">{`(optional, up to ${max})`}</span>
					</legend>
					<p className="text-sm text-text-2">
						Pictures of one character: they go with every call, and each image keeps its face and proportions alike.
					</p>
					<div ref={place} className="flex flex-wrap gap-2">
						{references.map((reference, index) => (
							<Thumbnail
								key={reference.sha256}
								reference={reference}
								place={index + 1}
								onRemove={() => set(references.filter(({ sha256 }) => sha256 !== reference.sha256))}
							/>
						))}
						<Button
							className="size-24 flex-col px-2! text-[0.8125rem]"
							busyText={isUploading ? 'Adding…' : undefined}
							disabledReason={references.length >= max ? tooMany : undefined}
							onClick={() => input.current?.click()}
							icon={<ImagePlus aria-hidden className="size-5" />}
						>
							Add pictures
						</Button>
						<input
							ref={input}
							type="file"
							hidden
							multiple
							accept="image/png,image/jpeg,image/webp"
							data-testid="reference-files"
							onChange={({ target }) => {
								void take([...(target.files ?? [])]);
								// The same file again, once it was changed.
								target.value = '';
							}}
						/>
					</div>
					<p id={errorId} role="alert" className="text-sm text-ember-text empty:hidden">
						{error}
					</p>
					{references.length === 0 ? null : (
						<label className="flex items-start gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
							<input type="checkbox" className="mt-0.5 size-4 accent-primary" {...register('styleLock')} />
							Style lock: take palette and line from these pictures too, not from the art style
						</label>
					)}
				</fieldset>
			)}
		</>
	);
}

/** Whether the forge's drawing of each image goes first. */
function Sketch() {
	const { register, formState, clearErrors } = useGenerationFormContext();
	const errorId = useId();
	const error = formState.errors.sketch?.message;
	return (
		<div>
			<label className="flex items-start gap-2 text-sm pointer-coarse:min-h-11">
				<input
					type="checkbox"
					className="mt-0.5 size-4 accent-primary"
					aria-describedby={error === undefined ? undefined : errorId}
					{...register('sketch', { onChange: () => clearErrors(['sketch', 'references', 'workflow']) })}
				/>
				<span>
					<span className="font-semibold">Use the storyboard as the sketch</span>
					<span className="block text-text-2">
						The forge’s drawing of each image goes with its call, so that the composition follows the plan.
					</span>
				</span>
			</label>
			<p id={errorId} role="alert" className="text-sm text-ember-text empty:hidden">
				{error}
			</p>
		</div>
	);
}

/** `readList` gives the list as it stands in the form. */
function useUploads(readList: () => readonly OrderReference[]) {
	const [isUploading, setUploading] = useState(false);
	/** What went wrong with the last pictures, shown as long as the list is the one that they left. */
	const [problem, setProblem] = useState<{ readonly text: string; readonly of: readonly OrderReference[] }>();

	/**
	 * One after the other, in the order in which they were picked; those that are refused are named, and take no room.
	 * `onAdded` returns false for one that is in the list already.
	 */
	async function add(files: readonly File[], room: number, onAdded: (added: OrderReference) => boolean): Promise<void> {
		setProblem(undefined);
		setUploading(true);
		const problems: string[] = [];
		const rest = [...files];
		for (let free = room; free > 0 && rest.length > 0; ) {
			try {
				const added = await uploadReference(rest.shift()!);
				if (onAdded(added)) free--;
				else problems.push(`‘${added.name}’ is one of them already.`);
			} catch (error) {
				problems.push(error instanceof Error ? error.message : String(error));
			}
		}
		const { length: left } = rest;
		if (left > 0)
			problems.push(`${left === 1 ? 'One picture was' : `${left} pictures were`} left out: a call takes no more.`);
		if (problems.length > 0) setProblem({ text: problems.join(' '), of: readList() });
		setUploading(false);
	}

	return { isUploading, problem: problem?.of === readList() ? problem?.text : undefined, add };
}

interface ThumbnailProps {
	readonly reference: OrderReference;
	/** From 1. */
	readonly place: number;
	readonly onRemove: () => void;
}

function Thumbnail({ reference, place, onRemove }: ThumbnailProps) {
	const url = getReferenceUrl(reference);
	const alt = `Reference ${place}: ${reference.name}`;
	return (
		<div className="relative size-24">
			{url === null ? (
				// The picture is on the server alone, where nothing is wrong with it.
				<div
					role="img"
					aria-label={alt}
					className="grid size-24 content-center justify-items-center gap-1 rounded-md border border-border bg-surface-2 px-1 text-text-2"
				>
					<ImageIcon aria-hidden className="size-6" />
					<span className="max-w-full truncate text-xs">{reference.name}</span>
				</div>
			) : (
				<ImageWithFallback
					url={url}
					alt={alt}
					fallbackText={reference.name}
					className="size-24 rounded-md border border-border object-cover"
				/>
			)}
			<Button
				size="small"
				className="absolute top-1 right-1 px-1! pointer-coarse:min-w-11"
				aria-label={`Remove reference ${place}`}
				onClick={onRemove}
				icon={<X aria-hidden className="size-4" />}
			/>
		</div>
	);
}

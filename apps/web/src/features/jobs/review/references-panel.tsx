import { Button } from '@adx/ui/controls/button';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { engines } from '@adx/validators/engines/engines';
import { countReferencesMax, type SetReferencesInput, takesPictures } from '@adx/validators/generation/job-references';
import { Copy, X } from 'lucide-react';
import { showFailure } from '../../../lib/api/show-failure.ts';
import { type Job, type JobImage, trpc } from '../../../lib/api/trpc.ts';

export interface ReferencesPanelProps {
	readonly job: Job;
	/** The one under review. */
	readonly image: JobImage;
}

/** What goes with the calls of a job, which an image that was kept can join; nothing for engines that take no pictures. */
export function ReferencesPanel({ job, image }: ReferencesPanelProps) {
	const { set, isPending } = useSetReferences(job);
	const place = useFocusRetained<HTMLElement>('button');
	if (!takesPictures(job.engine)) return null;
	const { references, styleLock } = job;
	const known = references.map(({ id }) => ({ referenceId: id }));
	return (
		<section ref={place} aria-label="References" className="grid gap-2">
			<h2 className="font-title text-xl">References</h2>
			<p className="text-sm text-text-2">
				{references.length === 0
					? 'What goes with the calls of this job, so that its images show one character: none yet.'
					: 'They go with the calls of this job from now on, also when an image is regenerated.'}
			</p>
			{references.length === 0 ? null : (
				<ul className="flex flex-wrap gap-2">
					{references.map((reference, index) => (
						<li key={reference.id} className="relative size-20">
							<ImageWithFallback
								url={`${reference.imageUrl}?size=200`}
								alt={`Reference ${index + 1}`}
								className="size-20 rounded-sm border border-border object-cover"
							/>
							<Button
								size="small"
								className="absolute top-0.5 right-0.5 px-1! pointer-coarse:min-w-11"
								aria-label={`Remove reference ${index + 1}`}
								disabledReason={isPending ? saving : undefined}
								onClick={() => set(known.filter(({ referenceId }) => referenceId !== reference.id))}
								icon={<X aria-hidden className="size-4" />}
							/>
						</li>
					))}
				</ul>
			)}
			<div>
				<Button
					disabledReason={isPending ? saving : (findObstacle(job, image) ?? undefined)}
					onClick={() => set([...known, { imageId: image.id }])}
					icon={<Copy aria-hidden className="size-4" />}
				>
					More like this
				</Button>
			</div>
			{references.length === 0 ? null : (
				<label className="flex items-start gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
					<input
						type="checkbox"
						className="mt-0.5 size-4 accent-primary"
						checked={styleLock}
						aria-disabled={isPending}
						onChange={({ target }) => {
							if (!isPending) set(known, target.checked);
						}}
					/>
					Style lock: take palette and line from these pictures too, not from the art style
				</label>
			)}
		</section>
	);
}

const saving = 'The references are being saved';

/** Why the image cannot become a reference; null where it can. */
function findObstacle({ engine, references, sketch }: Job, { id, mark }: JobImage): string | null {
	if (references.some(({ imageId }) => imageId === id)) return 'This image is a reference already';
	if (mark !== 'kept') return 'Keep this image first';
	const max = countReferencesMax(engine, sketch);
	if (references.length < max) return null;
	if (max === 0) return `${engines[engine].name} takes no reference besides the sketch`;
	return `${engines[engine].name} takes at most ${max}${sketch ? ' besides the sketch' : ''}: remove one first`;
}

function useSetReferences(job: Job) {
	const utils = trpc.useUtils();
	const { mutate, isPending } = trpc.generation.setReferences.useMutation({
		async onSuccess(next) {
			// An answer that set out earlier must not overwrite this one.
			await utils.generation.get.cancel({ jobId: job.id });
			utils.generation.get.setData({ jobId: job.id }, next);
			void utils.generation.list.invalidate();
			// How far images drift is told again.
			void utils.generation.listImages.invalidate({ jobId: job.id });
		},
		onError(error) {
			void utils.generation.get.invalidate({ jobId: job.id });
			showFailure('References Not Changed', error);
		},
	});
	const set = (references: SetReferencesInput['references'], styleLock?: boolean) =>
		mutate({ jobId: job.id, references, ...(styleLock === undefined ? {} : { styleLock }) });
	return { set, isPending };
}

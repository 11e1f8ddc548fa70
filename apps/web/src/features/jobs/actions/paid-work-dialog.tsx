import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { isPaidEngine } from '@adx/validators/generation';
import { Eye, EyeOff } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { imageFileUrl, imageTitle } from '../image-labels.ts';
import { formatCost, formatCount, formatImageCount } from '../job-labels.ts';
import { isApiKeyStored, readApiKey, storeApiKey, validateApiKey } from './gemini-key.ts';
import type { JobActions, PaidRequest } from './job-actions.ts';
import { StoreKeyCheckbox } from './store-key-checkbox.tsx';

interface ConfirmationProps {
	readonly job: Job;
	readonly actions: JobActions;
	/** The images marked as rejected that are not locked, as far as they have been fetched. */
	readonly rejected: readonly JobImage[];
}

/** Asks for the key and says what the work will cost, or shows what it will replace. Absent while nothing is asked. */
export function PaidWorkDialog(props: ConfirmationProps) {
	const { asked, dismiss } = props.actions;
	if (asked === null) return null;
	// Locked images are left out by the server, so they are not counted.
	const replaced = asked.kind === 'regenerate-images' ? asked.images.filter(({ locked }) => !locked) : props.rejected;
	return (
		<Dialog open onClose={dismiss} title={titleOf(asked, replaced.length)}>
			<PaidForm {...props} replaced={replaced} work={asked} />
		</Dialog>
	);
}

function titleOf(work: PaidRequest, count: number): string {
	if (work.kind === 'resume') return 'Resume generating';
	if (work.kind === 'retry') return 'Try the failed images again';
	if (work.kind === 'regenerate') return `Make ${imageTitle(work.image)} again`;
	return work.kind === 'regenerate-images'
		? `Regenerate ${formatImageCount(count)}`
		: `Regenerate ${formatCount(count)} rejected`;
}

function countOf(work: PaidRequest, job: Job, replacedCount: number): number {
	if (work.kind === 'resume') return job.batchSize - job.progress - job.failedImages;
	if (work.kind === 'retry') return job.failedImages;
	return work.kind === 'regenerate' ? 1 : replacedCount;
}

function submitText(work: PaidRequest, replacedCount: number): string {
	if (work.kind === 'resume') return 'Resume';
	if (work.kind === 'retry') return 'Try again';
	return work.kind === 'regenerate' ? 'Regenerate' : `Regenerate ${formatImageCount(replacedCount)}`;
}

interface PaidFormProps extends Pick<ConfirmationProps, 'job' | 'actions'> {
	readonly work: PaidRequest;
	readonly replaced: readonly JobImage[];
}

function PaidForm({ job, actions, replaced, work }: PaidFormProps) {
	const { config } = useAccess();
	const [key, setKey] = useState(readApiKey);
	const [problem, setProblem] = useState<string>();
	const needsKey = isPaidEngine(job.engine) && job.needsApiKey;
	const count = countOf(work, job, replaced.length);
	const isReplacing = work.kind === 'regenerate-rejected' || work.kind === 'regenerate-images';

	function submit(event: SubmitEvent) {
		event.preventDefault();
		if (!needsKey) return actions.confirm(work, undefined);
		const found = validateApiKey(key, config?.geminiKeyPrefixes);
		setProblem(found?.field);
		if (found !== null) return;
		actions.confirm(work, key, () => isApiKeyStored() && storeApiKey(key));
	}

	return (
		<form noValidate onSubmit={submit} className="grid gap-4">
			{isReplacing ? <Replaced images={replaced} isRejected={work.kind === 'regenerate-rejected'} /> : null}
			<p className="text-text-2">{whatHappens(work)}</p>
			{isPaidEngine(job.engine) ? <Price job={job} count={count} /> : null}
			{needsKey ? <KeyField value={key} onChange={setKey} error={problem} /> : null}
			{actions.error === null ? null : (
				<p role="alert" className="rounded-sm border border-ember-text px-3 py-2">
					{actions.error}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button
					type="submit"
					tone="primary"
					autoFocus={!needsKey}
					className="grow"
					disabled={count === 0 && isReplacing}
					busyText={actions.busyText ?? undefined}
				>
					{submitText(work, replaced.length)}
				</Button>
				<Button onClick={actions.dismiss}>Cancel</Button>
			</div>
		</form>
	);
}

function whatHappens({ kind }: PaidRequest): string {
	if (kind === 'resume') return 'Goes on with the images that are still to come.';
	if (kind === 'retry') return 'Tries those images again that could not be drawn.';
	return 'The traits stay. The version shown now is kept: you can choose it again at any time.';
}

function Price({ job, count }: { readonly job: Job; readonly count: number }) {
	const { config } = useAccess();
	const model = config?.gemini.models.find(({ name }) => name === job.model);
	const each = model?.usdPerImage ?? null;
	return (
		<p className="figures rounded-sm border border-border bg-surface-2 px-3 py-2">
			<span className="font-semibold">{formatImageCount(count)}</span>
			{job.model === null ? null : ` with ${job.model}`}
			{each === null ? ', price not known here' : `: about ${formatCost(each * count)}`}
		</p>
	);
}

interface KeyFieldProps {
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly error: string | undefined;
}

function KeyField({ value, onChange, error }: KeyFieldProps) {
	const [isShown, setShown] = useState(false);
	return (
		<div className="grid gap-3">
			<TextField
				autoFocus
				label="Google Gemini API key"
				type={isShown ? 'text' : 'password'}
				autoComplete="off"
				spellCheck={false}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				hint="The server forgets the key whenever a job ends or pauses, so it asks again."
				error={error}
				trailing={
					<Button
						onClick={() => setShown(!isShown)}
						aria-label={isShown ? 'Hide key' : 'Show key'}
						icon={isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
					/>
				}
			/>
			<StoreKeyCheckbox />
		</div>
	);
}

const replacedMax = 24;

/** What the bulk action will replace, to be looked over. */
function Replaced({ images, isRejected }: { readonly images: readonly JobImage[]; readonly isRejected: boolean }) {
	if (images.length === 0) {
		return (
			<p>{isRejected ? 'No image is rejected, or all that are rejected are locked.' : 'All of them are locked.'}</p>
		);
	}
	return (
		<>
			<ul
				aria-label="Images to regenerate"
				className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-1.5 overflow-y-auto"
			>
				{images.slice(0, replacedMax).map((image) => (
					<li key={image.id}>
						<img
							src={imageFileUrl(image, '200')}
							alt={imageTitle(image)}
							width={200}
							height={200}
							loading="lazy"
							className="aspect-square w-full rounded-sm object-cover"
						/>
					</li>
				))}
			</ul>
			{images.length > replacedMax ? (
				<p className="figures text-sm text-text-2">{`and ${formatCount(images.length - replacedMax)} more`}</p>
			) : null}
		</>
	);
}

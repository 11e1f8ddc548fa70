import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { type EngineName, getKeyFormat, isPaidEngine, makesVariations } from '@adx/validators/engines/engines';
import { formatNumber } from '@adx/validators/format-number';
import { isRegenerable } from '@adx/validators/generation/job-counts';
import { Eye, EyeOff } from 'lucide-react';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { imageFileUrl, imageTitle } from '../image-labels.ts';
import { formatImageCount } from '../job-labels.ts';
import { DailyLimitWarning, useDailyLimitObstacle } from './daily-limit-warning.tsx';
import { findKeyProblem, readApiKey, storeValidKey } from './engine-key.ts';
import { EngineKeyLink } from './engine-key-link.tsx';
import type { JobActions, PaidRequest } from './job-actions.ts';
import { countInputImages, findService } from './order-price.ts';
import { PaidOrderFacts } from './paid-order-facts.tsx';
import { StoreKeyCheckbox } from './store-key-checkbox.tsx';
import { useFocusControlsOnUnmount } from './use-focus-controls.ts';

interface ConfirmationProps {
	readonly job: Job;
	readonly actions: JobActions;
	/** The images marked as rejected; asked for once all are known. */
	readonly rejected: readonly JobImage[];
}

/** Asks for the key and says what the work will cost, or shows what it will replace. Absent while nothing is asked. */
export function PaidWorkDialog(props: ConfirmationProps) {
	const { job, rejected } = props;
	const { asked, dismiss } = props.actions;
	if (asked === null) return null;
	const isDue = (image: JobImage) => isRegenerable(job, image);
	const replaced = ('images' in asked ? asked.images : rejected).filter(isDue);
	const described = describeWork(asked, job, replaced.length);
	// While an order is on its way, the job changes because of it.
	const obsolete = props.actions.busyText === null ? getObsoleteReason(asked, job, replaced.length) : null;
	return (
		<Dialog open onClose={dismiss} title={described.title}>
			{obsolete === null ? (
				<PaidForm {...props} {...described} replaced={replaced} work={asked} />
			) : (
				<ObsoleteWork reason={obsolete} jobId={job.id} onClose={dismiss} />
			)}
		</Dialog>
	);
}

const isAboutMany = (kind: PaidRequest['kind']) =>
	kind === 'regenerate-images' || kind === 'regenerate-damaged' || kind === 'regenerate-rejected';

/** Why what was asked for cannot be ordered any more, because of what happened to the job meanwhile; null while it can be. */
function getObsoleteReason({ kind }: PaidRequest, { phase, imagesToRetry }: Job, replaced: number): string | null {
	if (isAboutMany(kind) && replaced === 0)
		return 'All of these images are locked or being made again already. There is nothing to order.';
	const isWorking = phase === 'queued' || phase === 'running';
	if (kind === 'resume') {
		if (phase === 'paused') return null;
		if (isWorking) return 'This job has been resumed meanwhile. There is nothing to order.';
		if (phase === 'cancelling') return 'This job is being cancelled. It cannot be resumed any more.';
		return imagesToRetry === 0
			? 'This job has ended meanwhile. There is nothing left to resume.'
			: 'This job has ended meanwhile and cannot be resumed. The images that are missing can still be drawn.';
	}
	if (kind !== 'retry' || imagesToRetry > 0) return null;
	return isWorking
		? 'These images are being drawn already. There is nothing to order.'
		: 'Nothing is missing any more. There is nothing to order.';
}

interface ObsoleteWorkProps {
	readonly reason: string;
	readonly jobId: string;
	readonly onClose: () => void;
}

/** Takes the place of an order that has become empty while the dialog was open. */
function ObsoleteWork({ reason, jobId, onClose }: ObsoleteWorkProps) {
	useFocusControlsOnUnmount(jobId);
	return (
		<div className="grid gap-4">
			<p role="alert">{reason}</p>
			<Button autoFocus onClick={onClose}>
				Close
			</Button>
		</div>
	);
}

interface DescribedWork {
	/** How many images the work has drawn. */
	readonly images: number;
	readonly title: string;
	readonly text: string;
	readonly submitLabel: string;
}

const keepsVersions = 'The traits stay. The version shown now is kept: you can choose it again at any time.';

/** What becomes of pictures that are lost. */
const replacesLost = ({ engine }: Job) =>
	makesVariations(engine)
		? 'The traits stay. What is lost cannot be painted the same again: it becomes another picture.'
		: 'What is lost is composed of your layers again, to the same picture.';

/** What is asked about the work; `replaced` is how many images get another version. */
export function describeWork(work: PaidRequest, job: Job, replaced: number): DescribedWork {
	const { imagesToResume, imagesToRetry, failedImages } = job;
	switch (work.kind) {
		case 'resume': {
			const text = 'Goes on with the images that are still to come.';
			return { images: imagesToResume, title: 'Resume generating', text, submitLabel: 'Resume' };
		}
		case 'retry': {
			if (imagesToRetry === failedImages) {
				const text = 'Tries those images again that could not be drawn.';
				return { images: imagesToRetry, title: 'Try the failed images again', text, submitLabel: 'Try again' };
			}
			return {
				images: imagesToRetry,
				title: 'Draw the missing images',
				text: 'Draws every image that is not there: those that were left when the job ended, and those that failed.',
				submitLabel: `Draw ${formatImageCount(imagesToRetry)}`,
			};
		}
		case 'regenerate': {
			const title = `Make ${imageTitle(work.image)} again`;
			const text = work.image.isDamaged ? replacesLost(job) : keepsVersions;
			return { images: 1, title, text, submitLabel: 'Regenerate' };
		}
		case 'regenerate-damaged': {
			const submitLabel = `Regenerate ${formatImageCount(replaced)}`;
			const title = `Regenerate ${formatNumber(replaced)} missing or damaged`;
			return { images: replaced, title, text: replacesLost(job), submitLabel };
		}
		case 'regenerate-images':
		case 'regenerate-rejected': {
			const submitLabel = `Regenerate ${formatImageCount(replaced)}`;
			const title = work.kind === 'regenerate-images' ? submitLabel : `Regenerate ${formatNumber(replaced)} rejected`;
			const text = makesVariations(job.engine) ? keepsVersions : replacesLost(job);
			return { images: replaced, title, text, submitLabel };
		}
	}
}

interface PaidFormProps extends Pick<ConfirmationProps, 'job' | 'actions'>, Omit<DescribedWork, 'title'> {
	readonly work: PaidRequest;
	readonly replaced: readonly JobImage[];
}

function PaidForm({ job, actions, replaced, work, images, text, submitLabel }: PaidFormProps) {
	const { config } = useAccess();
	const { engine } = job;
	const [key, setKey] = useState(() => readApiKey(engine));
	const prefixes = findService(config, engine)?.keyPrefixes;
	const [problem, setProblem] = useState<string>();
	const keyField = useRef<HTMLInputElement>(null);
	const needsKey = job.needsApiKey;
	useFocusControlsOnUnmount(job.id);
	const isNewVersion = work.kind !== 'resume' && work.kind !== 'retry';
	// The others were counted when they were ordered.
	const obstacle = useDailyLimitObstacle(isNewVersion ? images : 0);

	/** What was said of the key before is not about this one. */
	function changeKey(next: string) {
		setKey(next);
		// Leaving the field only trims it.
		if (next.trim() === key.trim()) return;
		setProblem(undefined);
		actions.clearError();
	}

	function submit(event: SubmitEvent) {
		event.preventDefault();
		if (obstacle !== undefined) return;
		// Those that were looked over and priced, whatever is rejected elsewhere meanwhile.
		const ordered =
			work.kind === 'regenerate-rejected' ? { kind: 'regenerate-images' as const, images: replaced } : work;
		if (!needsKey) return actions.confirm(ordered, undefined);
		const found = findKeyProblem(engine, key, prefixes);
		setProblem(found?.field);
		if (found !== null) {
			keyField.current?.focus();
			return;
		}
		actions.confirm(ordered, key, () => storeValidKey(engine, key, prefixes));
	}

	return (
		<form noValidate onSubmit={submit} className="grid gap-4">
			{isAboutMany(work.kind) ? <Replaced images={replaced} /> : null}
			<p className="text-text-2">{text}</p>
			{isPaidEngine(engine) ? (
				<PaidOrderFacts
					engine={engine}
					images={images}
					model={job.model ?? ''}
					inputImages={countInputImages(job)}
					apiKey={needsKey ? key : null}
					isCounted={!isNewVersion}
				/>
			) : null}
			<DailyLimitWarning>{obstacle}</DailyLimitWarning>
			{needsKey ? <KeyField ref={keyField} engine={engine} value={key} onChange={changeKey} error={problem} /> : null}
			{actions.error === null ? null : (
				<p role="alert" className="rounded-sm border border-ember-text px-3 py-2">
					{actions.error}
				</p>
			)}
			<DialogButtons
				primary={
					<Button
						type="submit"
						tone="primary"
						autoFocus={!needsKey}
						className="grow"
						busyText={actions.busyText ?? undefined}
						disabledReason={obstacle}
					>
						{submitLabel}
					</Button>
				}
			>
				<Button onClick={actions.dismiss}>Cancel</Button>
			</DialogButtons>
		</form>
	);
}

interface KeyFieldProps {
	readonly ref: RefObject<HTMLInputElement | null>;
	readonly engine: EngineName;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly error: string | undefined;
}

function KeyField({ ref, engine, value, onChange, error }: KeyFieldProps) {
	const [isShown, setShown] = useState(false);
	const format = getKeyFormat(engine);
	const noun = format?.noun ?? 'key';
	return (
		<div className="grid gap-3">
			<TextField
				ref={ref}
				autoFocus
				label={format?.label ?? 'API key'}
				type={isShown ? 'text' : 'password'}
				autoComplete="off"
				spellCheck={false}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				onBlur={() => onChange(value.trim())}
				hint={
					<>
						{format?.explanation} The server forgets the {noun} whenever a job ends or pauses, so it asks again.{' '}
						<EngineKeyLink engine={engine} />
					</>
				}
				error={error}
				trailing={
					<Button
						onClick={() => setShown(!isShown)}
						aria-label={`${isShown ? 'Hide' : 'Show'} ${noun}`}
						icon={isShown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
					/>
				}
			/>
			<StoreKeyCheckbox noun={noun} />
		</div>
	);
}

const replacedMax = 24;

/** What the bulk action will replace, to be looked over. */
function Replaced({ images }: { readonly images: readonly JobImage[] }) {
	return (
		<>
			<ul
				aria-label="Images to regenerate"
				className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-1.5 overflow-y-auto"
			>
				{images.slice(0, replacedMax).map((image) => (
					<li key={image.id}>
						<ImageWithFallback
							url={imageFileUrl(image, '200')}
							alt={imageTitle(image)}
							isLazy
							className="aspect-square w-full rounded-sm object-cover"
						/>
					</li>
				))}
			</ul>
			{images.length > replacedMax ? (
				<p className="figures text-sm text-text-2">{`and ${formatNumber(images.length - replacedMax)} more`}</p>
			) : null}
		</>
	);
}

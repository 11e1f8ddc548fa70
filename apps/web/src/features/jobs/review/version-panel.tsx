import { Badge } from '@adx/ui/feedback/badge';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { showReason } from '@adx/ui/feedback/toast-store';
import { ImageWithFallback } from '@adx/ui/images/image-with-fallback';
import type { ImageVersion } from '@adx/validators/generation/job-control';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { useStoredDisclosure } from '../../../lib/hooks/use-stored-disclosure.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { getChangeObstacle, imageFileUrl } from '../image-labels.ts';
import { failureLabels, formatCharged } from '../job-labels.ts';
import { DeleteVersionsButton } from './delete-versions-button.tsx';

/** While an arrow key is held down, nothing is requested until it is released. */
const dwellMs = 250;

function useDwelled(value: string): string | null {
	const [dwelled, setDwelled] = useState<string | null>(null);
	useEffect(() => {
		const timer = setTimeout(() => setDwelled(value), dwellMs);
		return () => clearTimeout(timer);
	}, [value]);
	return dwelled === value ? value : null;
}

export interface VersionPanelProps {
	readonly image: JobImage;
	readonly actions: JobActions;
}

/** The versions of an image with the chosen one marked, and how that one came about. */
export function VersionPanel({ image, actions }: VersionPanelProps) {
	const shouldFetch = image.versionCount > 1 || image.paidCalls > 0;
	const dwelledId = useDwelled(image.id);
	const {
		data: versions,
		error,
		refetch,
	} = trpc.generation.listVersions.useQuery({ imageId: image.id }, { enabled: shouldFetch && dwelledId !== null });
	const isOutdated = versions !== undefined && versions.length !== image.versionCount;
	useEffect(() => {
		if (isOutdated) void refetch();
	}, [isOutdated, refetch]);
	const chosen = versions?.find(({ number }) => number === image.version);
	return (
		<>
			{image.isRedrawing || image.failure !== null ? <Outcome image={image} /> : null}
			{image.versionCount > 1 ? (
				<section aria-label="Versions">
					<h2 className="font-title mb-2 text-xl">Versions</h2>
					{versions === undefined && error !== null ? <p role="alert">{error.message}</p> : null}
					{versions === undefined ? (
						<Skeleton className="h-16 w-full" />
					) : (
						<Strip image={image} versions={versions} actions={actions} />
					)}
					{versions !== undefined && isDrawnAgain(chosen, versions) ? (
						<p className="mt-2 text-sm text-text-2">
							The file before was damaged; a newer version of the built-in forge drew it again, and it looks different.
						</p>
					) : null}
					<DeleteVersionsButton image={image} />
				</section>
			) : null}
			{chosen?.model == null ? null : <PaintedBy version={chosen} image={image} />}
		</>
	);
}

/** Whether a version has the seed of an earlier one, as only what took a damaged file's place has, and another forge drew it. */
const isDrawnAgain = (chosen: ImageVersion | undefined, versions: readonly ImageVersion[]): boolean =>
	chosen !== undefined &&
	chosen.forgeVersion !== null &&
	versions.some(
		({ number, seed, forgeVersion }) =>
			number < chosen.number && seed === chosen.seed && forgeVersion !== chosen.forgeVersion,
	);

function Outcome({ image }: { readonly image: JobImage }) {
	if (image.isRedrawing) {
		return (
			<p role="status">
				<Badge tone="active">Another version is being made</Badge>
			</p>
		);
	}
	return (
		<div className="rounded-sm border border-ember-text px-3 py-2 text-sm">
			<p className="font-semibold">
				{image.failure === null ? null : `${failureLabels[image.failure]}; the version before stays.`}
			</p>
			{image.failureMessage === null ? null : <p className="break-words text-text-2">{image.failureMessage}</p>}
		</div>
	);
}

interface StripProps extends VersionPanelProps {
	readonly versions: readonly ImageVersion[];
}

function Strip({ image, versions, actions }: StripProps) {
	const obstacle = getChangeObstacle(image) ?? actions.busyText;
	function choose(number: number, isChosen: boolean) {
		if (obstacle !== null) showReason(obstacle);
		else if (!isChosen) actions.choose(image, number);
	}
	return (
		<ul className="flex flex-wrap gap-2">
			{versions.map(({ number }) => {
				const isChosen = number === image.version;
				return (
					<li key={number}>
						<button
							type="button"
							aria-pressed={isChosen}
							aria-label={isChosen ? `Version ${number}, chosen` : `Choose version ${number}`}
							aria-disabled={obstacle !== null || undefined}
							title={obstacle ?? undefined}
							onClick={() => choose(number, isChosen)}
							className={clsx(
								'relative block size-16 overflow-hidden rounded-sm border aria-disabled:cursor-not-allowed',
								isChosen ? 'border-primary ring-2 ring-primary' : 'border-line hover:border-primary',
							)}
						>
							<ImageWithFallback
								url={imageFileUrl({ id: image.id, version: number }, '200')}
								alt=""
								className="size-full object-cover"
							/>
							<span className="figures absolute bottom-0.5 left-0.5 rounded-[4px] bg-surface-1/90 px-1 text-xs font-semibold">
								{isChosen ? `${number} chosen` : number}
							</span>
						</button>
					</li>
				);
			})}
		</ul>
	);
}

/** What a paid image was painted with, how often it was tried and what it cost. */
function PaintedBy({ version, image }: { readonly version: ImageVersion; readonly image: JobImage }) {
	const [isPromptOpen, setPromptOpen] = useStoredDisclosure('image-prompt', false);
	const facts = [
		['Model', version.model],
		['Attempts', String(version.paidCalls)],
		['Finish reason', version.finishReason],
		['Cost', formatCharged({ ...version, estimatedUsd: null })],
		[
			'All versions',
			`${image.paidCalls === 1 ? '1 paid call' : `${image.paidCalls} paid calls`}, ${formatCharged(image)}`,
		],
	] as const;
	return (
		<section aria-label="Painted by">
			<h2 className="font-title mb-2 text-xl">Painted by</h2>
			<dl className="grid grid-cols-[auto_1fr] gap-x-4">
				{facts.map(([name, value]) =>
					value === null ? null : (
						<div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-border py-1.5">
							<dt className="text-sm text-text-2">{name}</dt>
							<dd className="figures text-right font-medium break-words">{value}</dd>
						</div>
					),
				)}
			</dl>
			{version.prompt === null ? null : (
				<details className="mt-3" open={isPromptOpen} onToggle={(event) => setPromptOpen(event.currentTarget.open)}>
					<summary className="cursor-pointer font-semibold pointer-coarse:py-2.5">Prompt</summary>
					<p className="mt-2 text-sm break-words whitespace-pre-wrap text-text-2">{version.prompt}</p>
				</details>
			)}
		</section>
	);
}

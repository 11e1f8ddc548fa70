import type { LayerFinding } from '@adx/collection/layers/layer-project';
import { Button } from '@adx/ui/controls/button';
import { ProgressBar } from '@adx/ui/feedback/progress-bar';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { DropOverlay } from '@adx/ui/surfaces/drop-overlay';
import { formatNumber } from '@adx/validators/format-number';
import { batchSizeMax } from '@adx/validators/limits';
import clsx from 'clsx';
import { FileArchive, FolderOpen, Info, Layers, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { PickedFiles } from '../../../lib/files/picked-files.ts';
import { useFileDrop } from '../../../lib/files/use-file-drop.ts';
import { useFileInputs } from '../../../lib/files/use-file-inputs.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { useGenerationFormContext } from '../form/form-schema.ts';
import { layersClient } from './layers-client.ts';
import { type LayersState, layersStore } from './layers-store.ts';
import type { LayersView } from './layers-views.ts';
import { notSent } from './use-layers-field.ts';

const many = (count: number, one: string, several: string) => `${formatNumber(count)} ${count === 1 ? one : several}`;

/** Brings a folder of layers in, and says what was found in it before anything is ordered. */
export default function LayersCard() {
	const { setValue, formState } = useGenerationFormContext();
	const state = useStore(layersStore);
	const { ownerId } = useAccess();
	const { view, phase, problem } = state;
	useEffect(() => {
		if (ownerId !== '') layersClient.open(ownerId);
	}, [ownerId]);

	async function pick(picked: Promise<PickedFiles>) {
		const found = await layersClient.pick(picked);
		const sizes = found?.sets.map(({ size }) => size) ?? [];
		const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
		// What the folder asks for, unless somebody has said otherwise.
		const isAsked = total > 0 && total <= batchSizeMax && !sizes.includes(null);
		if (isAsked && formState.dirtyFields.batchSize !== true) setValue('batchSize', total);
	}

	const isReading = phase === 'reading';
	const isDropping = useFileDrop((picked) => {
		if (!isReading) void pick(picked);
	});
	const error = problem ?? formState.errors.layers?.message;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PickButtons hasFolder={view !== null} isReading={isReading} onPick={(picked) => void pick(picked)} />
			{error === undefined || error === null || view !== null ? null : (
				<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
					{error}
				</p>
			)}
			{isReading ? <Skeleton className="h-24 w-full" /> : null}
			{phase === 'empty' ? <NoLayers /> : null}
			<DropOverlay isShown={isDropping && !isReading} text="Drop the folder of layers, or its zip, anywhere" />
			{view === null ? null : (
				<section aria-label="What was read" className="grid grid-cols-1 gap-4">
					<Headline view={view} />
					{/* Before the list, which may have two hundred rows. */}
					<Findings findings={view.findings} />
					{view.isUsable ? <Upload state={state} /> : null}
					<Contents view={view} />
				</section>
			)}
		</div>
	);
}

interface PickButtonsProps {
	readonly hasFolder: boolean;
	readonly isReading: boolean;
	readonly onPick: (picked: Promise<PickedFiles>) => void;
}

function PickButtons({ hasFolder, isReading, onPick }: PickButtonsProps) {
	const { openFiles, openFolder, inputs } = useFileInputs('layers', onPick, '.zip');
	return (
		<div className="flex flex-wrap gap-3">
			<Button
				tone={hasFolder ? 'secondary' : 'primary'}
				className="grow sm:grow-0"
				busyText={isReading ? 'Reading the layers...' : undefined}
				icon={<FolderOpen aria-hidden className="size-4" />}
				onClick={openFolder}
			>
				{hasFolder ? 'Choose another folder' : 'Choose a folder'}
			</Button>
			<Button
				className="grow sm:grow-0"
				disabledReason={isReading ? 'The layers are being read.' : undefined}
				icon={<FileArchive aria-hidden className="size-4" />}
				onClick={openFiles}
			>
				Choose a zip
			</Button>
			{inputs}
		</div>
	);
}

function NoLayers() {
	return (
		<div className="rounded-md border border-dashed border-line p-6 text-center text-text-2">
			<Layers aria-hidden className="mx-auto mb-3 size-8 text-primary" strokeWidth={1.5} />
			<p className="font-semibold text-text">Bring a folder of layers</p>
			<p className="mx-auto mt-1 max-w-prose">
				One folder for each trait, with PNG files of one size in it: ‘layers/Background/Blue#3.png’. A HashLips project
				brings its order, weights and rules along.
			</p>
			<p className="mx-auto mt-1 max-w-prose text-sm">
				If you reload the page, choose the folder again: what has arrived on the server is not sent twice.
			</p>
		</div>
	);
}

function Headline({ view: { name, pictureCount, pixels, sets } }: { readonly view: LayersView }) {
	const rules = sets.reduce((count, set) => count + set.ruleCount, 0);
	return (
		<p className="figures wrap-anywhere">
			{/* Files that were picked one by one have none. */}
			<span className="font-semibold">{name}</span>
			{`${name === '' ? '' : ': '}${many(pictureCount, 'picture', 'pictures')}${pixels === null ? '' : ` of ${pixels}`}`}
			{rules === 0 ? '' : `, ${many(rules, 'rule', 'rules')}`}
		</p>
	);
}

function Contents({ view: { sets } }: { readonly view: LayersView }) {
	return (
		<div className="grid grid-cols-1 gap-3">
			{sets.map(({ size, layers }, set) => (
				<div key={set} className="rounded-md border border-border">
					{sets.length === 1 ? null : (
						<h3 className="border-b border-border bg-surface-2 px-3 py-1.5 text-sm font-semibold">
							{`Set ${set + 1}${size === null ? '' : `, ${many(size, 'image', 'images')}`}`}
						</h3>
					)}
					<ol className="figures grid grid-cols-1 sm:grid-cols-2" aria-label="From the back to the front">
						{layers.map((layer) => (
							<li key={layer.name} className="flex justify-between gap-3 px-3 py-1.5 text-sm">
								<span className="min-w-0 font-medium wrap-anywhere">{layer.name}</span>
								<span className="shrink-0 text-text-2">{many(layer.values.length, 'value', 'values')}</span>
							</li>
						))}
					</ol>
				</div>
			))}
		</div>
	);
}

const findingLooks = {
	error: { icon: OctagonAlert, className: 'text-ember-text', label: 'Error' },
	warning: { icon: TriangleAlert, className: 'text-warn', label: 'Warning' },
	note: { icon: Info, className: 'text-text-2', label: 'Note' },
} as const;

const findingsShown = 30;

function Findings({ findings }: { readonly findings: readonly LayerFinding[] }) {
	if (findings.length === 0) return null;
	const hidden = findings.length - findingsShown;
	const hasErrors = findings.some(({ severity }) => severity === 'error');
	return (
		<section aria-label="Findings" aria-live="polite">
			{hasErrors ? (
				<p className="mb-2 font-semibold text-ember-text">
					Nothing can be drawn from this as it is. Fix it, then choose it again.
				</p>
			) : null}
			<ul className="grid gap-1.5">
				{findings.slice(0, findingsShown).map(({ severity, message }) => {
					const { icon: Icon, className, label } = findingLooks[severity];
					return (
						<li key={message} className={clsx('flex gap-2 text-sm', className)}>
							<Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
							<span className="min-w-0 wrap-anywhere">
								<span className="sr-only">{label}: </span>
								{message}
							</span>
						</li>
					);
				})}
				{hidden > 0 ? <li className="text-sm text-text-2">{`… and ${formatNumber(hidden)} more.`}</li> : null}
			</ul>
		</section>
	);
}

function Upload({ state: { upload, unhashedCount, uploadProblem, view } }: { readonly state: LayersState }) {
	const total = view?.pictureCount ?? 0;
	const isDone = unhashedCount === 0 && upload.phase === 'idle' && upload.totalCount > 0;
	const isHeld = upload.phase === 'paused' || upload.phase === 'waiting';
	if (uploadProblem !== null) {
		return (
			<p role="alert" className="text-sm font-medium wrap-anywhere text-ember-text">
				{`${notSent} ${uploadProblem}`}
			</p>
		);
	}
	if (isDone) {
		return (
			<p role="status" className="figures text-sm text-text-2">
				{`All layers are on the server${upload.alreadyHereCount > 0 ? `; ${many(upload.alreadyHereCount, 'picture was', 'pictures were')} there already` : ''}.`}
			</p>
		);
	}
	return (
		<div className="grid gap-2">
			<ProgressBar label="Layers sent" percent={(upload.arrivedCount / Math.max(1, total)) * 100} />
			<p role="status" className="figures text-sm text-text-2">
				{isHeld && upload.message !== null
					? upload.message
					: `${formatNumber(upload.arrivedCount)} of ${many(total, 'picture', 'pictures')} on the server. You can plan meanwhile.`}
			</p>
			{isHeld ? (
				<Button size="small" className="justify-self-start" onClick={() => layersClient.resume()}>
					Go on now
				</Button>
			) : null}
		</div>
	);
}

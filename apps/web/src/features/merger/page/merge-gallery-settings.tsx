import { showToast } from '@adx/ui/feedback/toast-store';
import { type GalleryTheme, galleryThemeSchema } from '@adx/validators/gallery';
import type { MergeJob } from '@adx/validators/merge';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { Link } from '@tanstack/react-router';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { mergerTexts } from '../merger-texts.ts';
import { useMergeFailure, useMergeVisibility, useUpdateMerge } from './merge-queries.ts';

const texts = mergerTexts.gallery;

/** Whether and how the gallery shows a merge; every change is saved at once. */
export function MergeGallerySettings({ job }: { readonly job: MergeJob }) {
	const { user } = useAccess();
	const visibility = useMergeVisibility();
	const listing = useUpdateMerge();
	const takeFailure = useMergeFailure();
	const notifyFailed = (error: unknown) =>
		showToast({ title: texts.failedTitle, description: takeFailure(error), tone: 'destructive' });
	const toggleTheme = (theme: GalleryTheme, isOn: boolean) => {
		const themes = galleryThemeSchema.options.filter((one) => (one === theme ? isOn : job.themes.includes(one)));
		listing.update({ jobId: job.id, themes }).catch(notifyFailed);
	};
	const isBusy = visibility.isPending || listing.isPending;
	return (
		<fieldset className="grid gap-2 rounded-md border border-border bg-surface-2 p-3 text-sm">
			<legend className="float-left w-full font-semibold text-text">{texts.title}</legend>
			<Tick
				label={texts.shown}
				isOn={!job.hidden}
				isBusy={isBusy}
				onChange={(isShown) => void visibility.setHidden(job.id, !isShown).catch(notifyFailed)}
			/>
			<p role="status" className="text-text-2">
				{describeAudience(job)}
			</p>
			<Tick
				label={texts.creator}
				isOn={job.showsCreator}
				isBusy={isBusy}
				onChange={(showsCreator) => void listing.update({ jobId: job.id, showsCreator }).catch(notifyFailed)}
			/>
			{user?.name === null ? <p className="text-text-2">{texts.nameless}</p> : null}
			<fieldset className="flex flex-wrap gap-x-4 gap-y-1">
				<legend className="float-left mr-2 self-center text-text-2">{texts.themes}</legend>
				{galleryThemeSchema.options.map((theme) => (
					<Tick
						key={theme}
						label={theme}
						isOn={job.themes.includes(theme)}
						isBusy={isBusy}
						onChange={(isOn) => toggleTheme(theme, isOn)}
					/>
				))}
			</fieldset>
			<Link
				to="/collections/$collectionId"
				params={{ collectionId: job.id }}
				className="justify-self-start font-semibold text-primary underline"
			>
				{texts.open}
			</Link>
		</fieldset>
	);
}

function describeAudience({ hidden, salePhase }: MergeJob): string {
	if (!hidden) return texts.seenByAll;
	return salePhase !== null && saleStageFacts[salePhase].hasPage ? texts.seenBySale : texts.seenByOwner;
}

interface TickProps {
	readonly label: string;
	readonly isOn: boolean;
	/** Keeps the focus, unlike a disabled one. */
	readonly isBusy: boolean;
	readonly onChange: (isOn: boolean) => void;
}

function Tick({ label, isOn, isBusy, onChange }: TickProps) {
	return (
		<label className="flex items-center gap-2 py-0.5 text-text pointer-coarse:min-h-11">
			<input
				type="checkbox"
				checked={isOn}
				aria-disabled={isBusy || undefined}
				onChange={({ target }) => {
					if (!isBusy) onChange(target.checked);
				}}
				className="size-4 accent-primary"
			/>
			{label}
		</label>
	);
}

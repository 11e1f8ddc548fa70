import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import type { PresetSummary } from '@adx/validators/presets';
import { FileDown, Trash2 } from 'lucide-react';
import { formatDate } from '../../../lib/format/format-date.ts';
import { summarizePreset } from './preset-content.ts';

export interface PresetListProps {
	/** Undefined while they are fetched, or when that failed. */
	readonly settings: readonly PresetSummary[] | undefined;
	readonly error: { readonly message: string } | null;
	readonly onRetry: () => void;
	readonly onLoad: (setting: PresetSummary) => void;
	readonly onExport: (setting: PresetSummary) => void;
	readonly onDelete: (setting: PresetSummary) => void;
}

export function PresetList({ settings, error, onRetry, onLoad, onExport, onDelete }: PresetListProps) {
	if (settings === undefined && error !== null) {
		return (
			<ErrorWithRetry
				message={error.message}
				retryLabel="Load the presets again"
				onRetry={onRetry}
				size="small"
				className="text-sm"
			/>
		);
	}
	if (settings === undefined) return <Skeleton className="h-16 w-full" />;
	if (settings.length === 0) {
		return (
			<p className="rounded-md border border-dashed border-line p-3 text-sm text-text-2">
				<span className="font-semibold text-text">No presets yet.</span> Save what you have chosen to come back to it
				with one press.
			</p>
		);
	}
	return (
		<ul aria-label="Presets" className="-m-1 grid grid-cols-1 gap-2 p-1 lg:max-h-80 lg:overflow-y-auto">
			{settings.map((setting) => (
				<li key={setting.id} className="rounded-md border border-border bg-surface-2 p-3">
					<p className="font-semibold break-words text-text">{setting.name}</p>
					{setting.description === '' ? null : (
						<p className="mt-0.5 text-sm break-words text-text-2">{setting.description}</p>
					)}
					<p className="figures mt-0.5 text-[0.8125rem] text-text-3">
						{summarizePreset(setting)} · {formatDate(setting.updatedAt)}
					</p>
					<div className="mt-2 flex flex-wrap gap-2">
						<Button size="small" tone="primary" aria-label={`Load ${setting.name}`} onClick={() => onLoad(setting)}>
							Load
						</Button>
						<Button
							size="small"
							aria-label={`Export ${setting.name}`}
							onClick={() => onExport(setting)}
							icon={<FileDown aria-hidden className="size-4" />}
						>
							Export
						</Button>
						<Button
							size="small"
							className="ml-auto"
							aria-label={`Delete ${setting.name}`}
							onClick={() => onDelete(setting)}
							icon={<Trash2 aria-hidden className="size-4" />}
						>
							Delete
						</Button>
					</div>
				</li>
			))}
		</ul>
	);
}

import { Button } from '@adx/ui/controls/button';
import { FieldError } from '@adx/ui/controls/field';
import { FileButton } from '@adx/ui/controls/file-button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { Card } from '@adx/ui/surfaces/card';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import type { Preset, PresetSummary, SavePresetInput } from '@adx/validators/presets';
import { FileUp, Save } from 'lucide-react';
import { useId, useState } from 'react';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import {
	type PresetContent,
	type PresetDraft,
	readPresetFile,
	toFormValues,
	toPresetFile,
	UnreadablePresetError,
} from './preset-content.ts';
import { PresetList } from './preset-list.tsx';
import { useDeletePreset, usePresets, useReadPreset } from './preset-queries.ts';
import { SavePresetDialog, type SaveRequest } from './save-preset-dialog.tsx';

export interface PresetsCardProps {
	/** The form as it stands, to be saved. */
	readonly readDraft: () => PresetDraft;
	/** Puts a preset into the form. */
	readonly onApply: (setting: PresetContent) => void;
}

/** Presets of the form, kept on the server; only a notice where the installation has none. */
export function PresetsCard(props: PresetsCardProps) {
	const { config } = useAccess();
	return (
		<Card title="Saved Settings">
			<p className="text-sm text-text-2">
				Saving settings in the browser has been disabled to improve memory performance.
			</p>
			{config?.features.presets === false ? null : <Presets {...props} />}
		</Card>
	);
}

function Presets({ readDraft, onApply }: PresetsCardProps) {
	const settings = usePresets();
	const readSetting = useReadPreset();
	const [saving, setSaving] = useState<SaveRequest | null>(null);
	const [isSaving, setIsSaving] = useState(false);
	const [toDelete, setToDelete] = useState<PresetSummary | null>(null);
	const [isDeleting, setIsDeleting] = useState(false);
	const [importProblem, setImportProblem] = useState<string>();

	function openSaveDialog(kind: SaveRequest['kind'], draft: PresetDraft | SavePresetInput) {
		setImportProblem(undefined);
		setSaving((before) => ({ kind, draft, number: (before?.number ?? 0) + 1 }));
		setIsSaving(true);
	}

	function load(setting: Preset) {
		setImportProblem(undefined);
		onApply(toFormValues(setting));
		showToast({
			title: 'Settings Loaded',
			description:
				setting.engine === 'layers'
					? 'Choose your folder of layers now: presets do not keep it.'
					: 'Generation settings have been loaded successfully',
			tone: 'success',
		});
	}

	return (
		<div className="mt-3 grid grid-cols-1 gap-3">
			<p className="text-sm text-text-2">
				Keep them on the server instead, for this and every other browser: your choices, and the plan’s weights, counts
				and rules. Keys, addresses, workflows, reference images and the seed are left out.
			</p>
			<div className="flex flex-wrap gap-2">
				<Button onClick={() => openSaveDialog('save', readDraft())} icon={<Save aria-hidden className="size-4" />}>
					Save
				</Button>
				<ImportButton
					problem={importProblem}
					onProblem={setImportProblem}
					onRead={(setting) => openSaveDialog('import', setting)}
				/>
			</div>
			<PresetList
				settings={settings.data}
				error={settings.error}
				onRetry={() => void settings.refetch()}
				onLoad={({ id }) => void readSetting(id, load)}
				onExport={({ id }) => void readSetting(id, (setting) => saveFile(toPresetFile(setting)))}
				onDelete={(setting) => {
					setToDelete(setting);
					setIsDeleting(true);
				}}
			/>
			<SavePresetDialog
				open={isSaving}
				occasion={saving}
				settings={settings.data ?? []}
				onClose={() => setIsSaving(false)}
			/>
			<DeletePresetDialog open={isDeleting} setting={toDelete} onClose={() => setIsDeleting(false)} />
		</div>
	);
}

interface DeletePresetDialogProps {
	readonly open: boolean;
	/** The preset in question, kept while the dialog fades; null before the first. */
	readonly setting: PresetSummary | null;
	readonly onClose: () => void;
}

/** Asks before a preset is deleted. */
function DeletePresetDialog({ open, setting, onClose }: DeletePresetDialogProps) {
	const deletion = useDeletePreset(onClose);
	return (
		<ConfirmDialog
			staysOpen
			open={open}
			title="Delete this preset?"
			text={
				<>
					<strong className="text-text">{setting?.name}</strong> is taken from the server. Pictures that were made with
					it stay.
				</>
			}
			confirmLabel="Delete preset"
			cancelLabel="Keep it"
			busyText={deletion.isPending ? 'Deleting...' : undefined}
			onClose={onClose}
			onConfirm={() => {
				if (setting !== null) deletion.mutate({ settingId: setting.id });
			}}
		/>
	);
}

interface ImportButtonProps {
	/** What is wrong with the file that was opened last. */
	readonly problem: string | undefined;
	readonly onProblem: (problem: string | undefined) => void;
	readonly onRead: (setting: SavePresetInput) => void;
}

/** Opens a file that was exported; what is wrong with it stands under the button until something else is done. */
function ImportButton({ problem, onProblem, onRead }: ImportButtonProps) {
	const problemId = useId();

	async function read(file: File) {
		onProblem(undefined);
		try {
			onRead(await readPresetFile(file));
		} catch (error) {
			const isOurs = error instanceof UnreadablePresetError;
			onProblem(isOurs ? error.message : `‘${file.name}’ could not be read.`);
		}
	}

	return (
		<>
			<FileButton
				inputLabel="Preset file"
				accept=".json,application/json"
				onFile={(file) => void read(file)}
				aria-describedby={problem === undefined ? undefined : problemId}
				icon={<FileUp aria-hidden className="size-4" />}
			>
				Import
			</FileButton>
			<div role="alert" className="w-full break-words empty:hidden">
				<FieldError id={problemId}>{problem}</FieldError>
			</div>
		</>
	);
}

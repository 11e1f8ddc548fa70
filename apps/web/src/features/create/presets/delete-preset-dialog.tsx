import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import type { SavedSettingSummary } from '@adx/validators/saved-settings';
import { useDeletePreset } from './preset-queries.ts';

export interface DeletePresetDialogProps {
	readonly open: boolean;
	/** The preset in question, kept while the dialog fades; null before the first. */
	readonly setting: SavedSettingSummary | null;
	readonly onClose: () => void;
}

/** Asks before a preset is deleted. */
export function DeletePresetDialog({ open, setting, onClose }: DeletePresetDialogProps) {
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

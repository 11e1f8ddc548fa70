import { Button } from '@adx/ui/controls/button';
import { Dialog } from '@adx/ui/surfaces/dialog';
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
		<Dialog open={open} onClose={onClose} title="Delete this preset?">
			<p className="break-words text-text-2">
				<strong className="text-text">{setting?.name}</strong> is taken from the server. Pictures that were made with it
				stay.
			</p>
			<div className="mt-5 flex flex-wrap gap-3">
				<Button className="grow" onClick={onClose}>
					Keep it
				</Button>
				<Button
					tone="danger"
					className="grow"
					busyText={deletion.isPending ? 'Deleting...' : undefined}
					onClick={() => {
						if (setting !== null) deletion.mutate({ settingId: setting.id });
					}}
				>
					Delete preset
				</Button>
			</div>
		</Dialog>
	);
}

import { Card } from '@adx/ui/card';

/** Stands where presets would on an installation without them. */
export function SavedSettingsNote() {
	return (
		<Card title="Saved Settings" level={3}>
			<p className="text-sm text-text-2">
				Saving settings in the browser has been disabled to improve memory performance.
			</p>
		</Card>
	);
}

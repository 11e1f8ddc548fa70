import { showToast } from '@adx/ui/feedback/toast-store';
import type { Preset, PresetSummary } from '@adx/validators/presets';
import { showFailure } from '../../../lib/api/show-failure.ts';
import { type ApiQuery, trpc } from '../../../lib/api/trpc.ts';

/** The caller's presets without their weights, those saved last first. */
export const usePresets = (): ApiQuery<PresetSummary[]> => trpc.database.listSettings.useQuery();

/** Reads a preset with all it holds, and hands it on; what keeps it from being read is shown. */
export function useReadPreset() {
	const utils = trpc.useUtils();
	return async (settingId: string, onRead: (setting: Preset) => void) => {
		try {
			// As it is now: another browser may have changed it.
			onRead(await utils.database.getSetting.fetch({ settingId }, { staleTime: 0 }));
		} catch (error) {
			showFailure('Settings Were Not Loaded', error);
			void utils.database.listSettings.invalidate();
		}
	};
}

/** Keeps a preset, or puts new contents under the name of one that there is. */
export function useSavePreset(onSaved: () => void) {
	const utils = trpc.useUtils();
	const options = {
		onSuccess({ name }: Preset) {
			void utils.database.listSettings.invalidate();
			showToast({ title: 'Settings Saved', description: `‘${name}’ is kept on the server`, tone: 'success' });
			onSaved();
		},
	} as const;
	return {
		save: trpc.database.saveSetting.useMutation(options),
		replace: trpc.database.updateSetting.useMutation(options),
	};
}

/** Deletes a preset. One that is gone already is taken off the list as well. */
export function useDeletePreset(onSettled: () => void) {
	const utils = trpc.useUtils();
	return trpc.database.deleteSetting.useMutation({
		onSuccess: ({ name }) =>
			showToast({ title: 'Settings Deleted', description: `‘${name}’ is gone`, tone: 'success' }),
		onError: (error) => showFailure('Settings Were Not Deleted', error),
		onSettled() {
			void utils.database.listSettings.invalidate();
			onSettled();
		},
	});
}

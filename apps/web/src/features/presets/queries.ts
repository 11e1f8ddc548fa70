import { showToast } from '@adx/ui/toast-store';
import type { SavedSetting } from '@adx/validators/saved-settings';
import { type ApiQuery, trpc } from '../../lib/trpc.ts';

/** The caller's presets, those saved last first. */
export const useSettings = (): ApiQuery<SavedSetting[]> => trpc.database.listSettings.useQuery();

/** Keeps a preset, or puts new contents under the name of one that there is. */
export function useSaveSetting(onSaved: () => void) {
	const utils = trpc.useUtils();
	const options = {
		onSuccess({ name }: SavedSetting) {
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
export function useDeleteSetting(onSettled: () => void) {
	const utils = trpc.useUtils();
	return trpc.database.deleteSetting.useMutation({
		onSuccess: ({ name }) =>
			showToast({ title: 'Settings Deleted', description: `‘${name}’ is gone`, tone: 'success' }),
		onError: ({ message }) =>
			showToast({ title: 'Settings Were Not Deleted', description: message, tone: 'destructive' }),
		onSettled() {
			void utils.database.listSettings.invalidate();
			onSettled();
		},
	});
}

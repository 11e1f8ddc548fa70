import { deleteSavedSetting } from '@adx/db/repositories/presets/presets';
import type { SavedSetting, SettingInput } from '@adx/validators/saved-settings';
import { isRowId } from '../generation/queries/find-job.ts';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { presentPreset, requirePresets } from './preset.ts';

/** Deletes the caller's preset and answers with what it was; 404 for a stranger's. */
export async function deletePreset(ctx: RequestContext, { settingId }: SettingInput): Promise<SavedSetting> {
	const { userId: ownerId } = requirePresets(ctx);
	const row = isRowId(settingId) ? await deleteSavedSetting(ctx.db, { ownerId, id: settingId }) : undefined;
	if (row === undefined) throw notFound('preset');
	return presentPreset(row);
}

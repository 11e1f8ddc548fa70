import { findPreset } from '@adx/db/repositories/presets/presets';
import type { SavedSetting, SettingInput } from '@adx/validators/saved-settings';
import { isRowId } from '../generation/queries/find-job.ts';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { presentPreset, requirePresets } from './preset.ts';

/** The caller's preset with all it holds; 404 for a stranger's. */
export async function getPreset(ctx: RequestContext, { settingId }: SettingInput): Promise<SavedSetting> {
	const { userId: ownerId } = requirePresets(ctx);
	const row = isRowId(settingId) ? await findPreset(ctx.db, { ownerId, id: settingId }) : undefined;
	if (row === undefined) throw notFound('preset');
	return presentPreset(row);
}

import { listSavedSettings } from '@adx/db/repositories/saved-settings';
import type { SavedSetting } from '@adx/validators/saved-settings';
import type { RequestContext } from '../../context.ts';
import { presentSetting, requirePresets } from './setting.ts';

/** The caller's presets, those saved last first. */
export async function listSettings(ctx: RequestContext): Promise<SavedSetting[]> {
	const { userId } = requirePresets(ctx);
	return (await listSavedSettings(ctx.db, userId)).map(presentSetting);
}

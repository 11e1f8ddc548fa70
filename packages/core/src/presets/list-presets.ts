import { listSavedSettings } from '@adx/db/repositories/presets/presets';
import type { SavedSettingSummary } from '@adx/validators/saved-settings';
import type { RequestContext } from '../platform/context.ts';
import { requirePresets } from './preset.ts';

/** The caller's presets without their weights, those saved last first. */
export async function listPresets(ctx: RequestContext): Promise<SavedSettingSummary[]> {
	const { userId } = requirePresets(ctx);
	const rows = await listSavedSettings(ctx.db, userId);
	return rows.map(({ uploadToIpfs, ...row }) => ({ ...row, uploadToIPFS: uploadToIpfs }));
}

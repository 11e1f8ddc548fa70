import { type SettingContent, updateSavedSetting } from '@adx/db/repositories/saved-settings';
import type { SavedSetting, UpdateSettingInput } from '@adx/validators/saved-settings';
import type { RequestContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isRowId } from '../../generation/find-job.ts';
import { presentSetting, refuseTakenName, requirePresets } from './setting.ts';

/** Changes what is given of the caller's preset; 404 for a stranger's, 409 `setting_exists` for a name in use. */
export async function updateSetting(ctx: RequestContext, input: UpdateSettingInput): Promise<SavedSetting> {
	const { userId: ownerId } = requirePresets(ctx);
	const { settingId: id, ...change } = input;
	if (!isRowId(id)) throw notFound('preset');
	const updating = updateSavedSetting(ctx.db, { ownerId, id }, { ...columnsOf(change), updatedAt: ctx.clock() });
	const row = await refuseTakenName(input.name, updating);
	if (row === undefined) throw notFound('preset');
	return presentSetting(row);
}

function columnsOf({ uploadToIPFS, ...change }: Omit<UpdateSettingInput, 'settingId'>): Partial<SettingContent> {
	const given = { ...change, uploadToIpfs: uploadToIPFS };
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

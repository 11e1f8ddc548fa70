import { randomUUID } from 'node:crypto';
import { countSettingsForInsert, insertSavedSetting } from '@adx/db/repositories/saved-settings';
import { transact } from '@adx/db/transact';
import { settingsPerUserMax } from '@adx/validators/limits';
import type { SavedSetting, SaveSettingInput } from '@adx/validators/saved-settings';
import type { RequestContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { presentSetting, refuseTakenName, requirePresets } from './setting.ts';

/** Keeps a preset. 409 `setting_exists` for a name in use, 409 `too_many_settings` with 100 presets. */
export async function saveSetting(ctx: RequestContext, input: SaveSettingInput): Promise<SavedSetting> {
	const { userId: ownerId } = requirePresets(ctx);
	const { uploadToIPFS: uploadToIpfs, ...content } = input;
	const setting = { ...content, uploadToIpfs, id: randomUUID(), ownerId, createdAt: ctx.clock() };
	const saving = transact(ctx.db, async (trx) => {
		if ((await countSettingsForInsert(trx, ownerId)) >= settingsPerUserMax) throw tooManySettings();
		return insertSavedSetting(trx, setting);
	});
	return presentSetting(await refuseTakenName(input.name, saving));
}

function tooManySettings(): AppError {
	const message = `You have ${settingsPerUserMax} presets already. Delete one first.`;
	return new AppError('CONFLICT', { reason: 'too_many_settings', message });
}

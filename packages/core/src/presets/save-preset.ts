import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import { insertPreset, lockAndMeasurePresets } from '@adx/db/repositories/presets/presets';
import { settingsPerUserMax } from '@adx/validators/limits';
import type { SavedSetting, SaveSettingInput } from '@adx/validators/saved-settings';
import type { RequestContext } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';
import { checkSize, checkSum, presentPreset, refuseTakenName, requirePresets } from './preset.ts';

/**
 * Saves a preset. 409 `setting_exists` for a name in use, 409 `too_many_settings` with 100 presets or with too large ones
 * together, 400 `bad_input` for one of more than 64 kB.
 */
export async function savePreset(ctx: RequestContext, input: SaveSettingInput): Promise<SavedSetting> {
	const { userId: ownerId } = requirePresets(ctx);
	const { uploadToIPFS: uploadToIpfs, ...content } = input;
	const createdAt = ctx.clock();
	const setting = { ...content, uploadToIpfs, id: randomUUID(), ownerId, createdAt };
	checkSize({ ...input, id: setting.id, createdAt, updatedAt: createdAt });
	const saving = transact(ctx.db, async (trx) => {
		const held = await lockAndMeasurePresets(trx, ownerId);
		if (held.count >= settingsPerUserMax) throw tooManySettings();
		const row = await insertPreset(trx, setting);
		checkSum(held.sizeBytes + row.sizeBytes);
		return presentPreset(row);
	});
	return refuseTakenName(input.name, saving);
}

function tooManySettings(): AppError {
	const message = `You have ${settingsPerUserMax} presets already. Delete one first.`;
	return new AppError('CONFLICT', { reason: 'too_many_settings', message });
}

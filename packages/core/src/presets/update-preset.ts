import { transact } from '@adx/db/client/transact';
import { lockAndMeasurePresets, type PresetContent, updateSavedSetting } from '@adx/db/repositories/presets/presets';
import type { SavedSetting, UpdateSettingInput } from '@adx/validators/saved-settings';
import { isRowId } from '../generation/queries/find-job.ts';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { checkSize, checkSum, presentPreset, refuseTakenName, requirePresets } from './preset.ts';

/**
 * Changes what is given of the caller's preset; 404 for a stranger's, 409 `setting_exists` for a name in use. New weights
 * count as `saveSetting` says, though presets that were too large together before may become smaller one by one; without
 * new weights a large preset stays as large as it is.
 */
export async function updatePreset(ctx: RequestContext, input: UpdateSettingInput): Promise<SavedSetting> {
	const { userId: ownerId } = requirePresets(ctx);
	const { settingId: id, ...change } = input;
	if (!isRowId(id)) throw notFound('preset');
	const hasNewWeights = change.traitWeights !== undefined;
	const updating = transact(ctx.db, async (trx) => {
		const measure = async () => (hasNewWeights ? (await lockAndMeasurePresets(trx, ownerId)).sizeBytes : 0);
		const bytesBefore = await measure();
		const row = await updateSavedSetting(trx, { ownerId, id }, { ...columnsOf(change), updatedAt: ctx.clock() });
		if (row === undefined) throw notFound('preset');
		const updated = presentPreset(row);
		if (hasNewWeights) checkSize(updated);
		const bytesAfter = await measure();
		if (bytesAfter > bytesBefore) checkSum(bytesAfter);
		return updated;
	});
	return refuseTakenName(input.name, updating);
}

function columnsOf({ uploadToIPFS, ...change }: Omit<UpdateSettingInput, 'settingId'>): Partial<PresetContent> {
	const given = { ...change, uploadToIpfs: uploadToIPFS };
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

import { isUniqueViolation } from '@adx/db/client/database-errors';
import type { PresetRow } from '@adx/db/schema/preset-tables';
import { settingMaxBytes, settingsPerUserMaxBytes } from '@adx/validators/limits';
import type { SavedSetting } from '@adx/validators/saved-settings';
import { type Actor, type RequestContext, requireActor } from '../platform/context.ts';
import { AppError } from '../platform/errors.ts';

/** The caller; 409 `presets_off` where the operator has switched presets off. */
export function requirePresets(ctx: RequestContext): Actor {
	const actor = requireActor(ctx);
	if (ctx.config.hasPresets) return actor;
	throw new AppError('PRECONDITION', { reason: 'presets_off', message: 'Presets are switched off on this server.' });
}

export function presentPreset({ ownerId: _, sizeBytes: __, uploadToIpfs, ...row }: PresetRow): SavedSetting {
	return { ...row, uploadToIPFS: uploadToIpfs };
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000).toLocaleString('en');

/** 400 `bad_input` for a preset that is too large by itself. */
export function checkSize({ id: _, createdAt: __, updatedAt: ___, ...content }: SavedSetting): void {
	const sizeBytes = Buffer.byteLength(JSON.stringify(content));
	if (sizeBytes <= settingMaxBytes) return;
	const [limit, size] = [kilobytes(settingMaxBytes), kilobytes(sizeBytes)];
	const message = `A preset may have ${limit} kB, and this one has ${size} kB. Give fewer values a weight.`;
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { traitWeights: message } } });
}

/** 409 `too_many_settings` where the caller's presets are too large together. */
export function checkSum(sizeBytes: number): void {
	if (sizeBytes <= settingsPerUserMaxBytes) return;
	const message = `Your presets may have ${kilobytes(settingsPerUserMaxBytes)} kB together. Delete one first, or save less in this one.`;
	throw new AppError('CONFLICT', { reason: 'too_many_settings', message });
}

/** 409 `setting_exists` instead of the violated constraint; other errors stay. */
export async function refuseTakenName<Result>(name: string | undefined, write: Promise<Result>): Promise<Result> {
	return write.catch((error: unknown) => {
		if (!isUniqueViolation(error, 'saved_settings_owner_id_name_unique')) throw error;
		const message = `You have a preset named '${name}' already. Choose another name, or delete that one first.`;
		throw new AppError('CONFLICT', { reason: 'setting_exists', message, meta: { fields: { name: message } } });
	});
}

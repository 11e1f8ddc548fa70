import { isUniqueViolation } from '@adx/db/errors';
import type { SavedSettingRow } from '@adx/db/schema';
import type { SavedSetting } from '@adx/validators/saved-settings';
import { type Actor, type RequestContext, requireActor } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** The caller; 409 `presets_off` where the operator has switched presets off. */
export function requirePresets(ctx: RequestContext): Actor {
	const actor = requireActor(ctx);
	if (ctx.config.hasPresets) return actor;
	throw new AppError('PRECONDITION', { reason: 'presets_off', message: 'Presets are switched off on this server.' });
}

export function presentSetting({ ownerId: _, uploadToIpfs, ...row }: SavedSettingRow): SavedSetting {
	return { ...row, uploadToIPFS: uploadToIpfs };
}

/** 409 `setting_exists` instead of the violated constraint; other errors stay. */
export async function refuseTakenName<Result>(name: string | undefined, write: Promise<Result>): Promise<Result> {
	return write.catch((error: unknown) => {
		if (!isUniqueViolation(error, 'saved_settings_owner_id_name_unique')) throw error;
		const message = `You have a preset named '${name}' already. Choose another name, or delete that one first.`;
		throw new AppError('CONFLICT', { reason: 'setting_exists', message, meta: { fields: { name: message } } });
	});
}

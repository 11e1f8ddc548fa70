import { randomUUID } from 'node:crypto';
import { isUniqueViolation } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import {
	deletePresetRow,
	findPreset,
	insertPreset,
	listPresetSummaries,
	lockAndMeasurePresets,
	type PresetColumns,
	updatePresetRow,
} from '@adx/db/repositories/presets/presets';
import type { PresetRow } from '@adx/db/schema/preset-tables';
import { settingMaxBytes, settingsPerUserMax, settingsPerUserMaxBytes } from '@adx/validators/limits';
import type { Preset, PresetInput, PresetSummary, SavePresetInput, UpdatePresetInput } from '@adx/validators/presets';
import { type Actor, type RequestContext, requireActor } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';

/** The caller's presets without their weights, counts and rules, those saved last first. */
export async function listPresets(ctx: RequestContext): Promise<PresetSummary[]> {
	const { userId } = requirePresets(ctx);
	const rows = await listPresetSummaries(ctx.db, userId);
	return rows.map(({ uploadToIpfs, ...row }) => ({ ...row, uploadToIPFS: uploadToIpfs }));
}

/** The caller's preset with all it holds; 404 for a stranger's. */
export async function getPreset(ctx: RequestContext, { settingId }: PresetInput): Promise<Preset> {
	const { userId: ownerId } = requirePresets(ctx);
	const row = isRowId(settingId) ? await findPreset(ctx.db, { ownerId, id: settingId }) : undefined;
	if (row === undefined) throw notFound('preset');
	return presentPreset(row);
}

/**
 * Saves a preset. 409 `setting_exists` for a name in use, 409 `too_many_settings` with 100 presets or with too large ones
 * together, 400 `bad_input` for one of more than 64 kB.
 */
export async function savePreset(ctx: RequestContext, input: SavePresetInput): Promise<Preset> {
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

/**
 * Changes what is given of the caller's preset; 404 for a stranger's, 409 `setting_exists` for a name in use. New weights,
 * counts and rules are measured as `savePreset` says, though presets that were too large together before may become smaller
 * one by one; without any of them a large preset stays as large as it is.
 */
export async function updatePreset(ctx: RequestContext, input: UpdatePresetInput): Promise<Preset> {
	const { userId: ownerId } = requirePresets(ctx);
	const { settingId: id, ...change } = input;
	if (!isRowId(id)) throw notFound('preset');
	const mayGrow = [change.traitWeights, change.counts, change.rules].some((given) => given !== undefined);
	const updating = transact(ctx.db, async (trx) => {
		const measure = async () => (mayGrow ? (await lockAndMeasurePresets(trx, ownerId)).sizeBytes : 0);
		const bytesBefore = await measure();
		const row = await updatePresetRow(trx, { ownerId, id }, { ...columnsOf(change), updatedAt: ctx.clock() });
		if (row === undefined) throw notFound('preset');
		const updated = presentPreset(row);
		if (mayGrow) checkSize(updated);
		const bytesAfter = await measure();
		if (bytesAfter > bytesBefore) checkSum(bytesAfter);
		return updated;
	});
	return refuseTakenName(input.name, updating);
}

function columnsOf({ uploadToIPFS, ...change }: Omit<UpdatePresetInput, 'settingId'>): Partial<PresetColumns> {
	const given = { ...change, uploadToIpfs: uploadToIPFS };
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Deletes the caller's preset and answers with what it was; 404 for a stranger's. */
export async function deletePreset(ctx: RequestContext, { settingId }: PresetInput): Promise<Preset> {
	const { userId: ownerId } = requirePresets(ctx);
	const row = isRowId(settingId) ? await deletePresetRow(ctx.db, { ownerId, id: settingId }) : undefined;
	if (row === undefined) throw notFound('preset');
	return presentPreset(row);
}

/** The caller; 409 `presets_off` where the operator has switched presets off. */
function requirePresets(ctx: RequestContext): Actor {
	const actor = requireActor(ctx);
	if (ctx.config.hasPresets) return actor;
	throw new AppError('PRECONDITION', { reason: 'presets_off', message: 'Presets are switched off on this server.' });
}

function presentPreset({ ownerId: _, sizeBytes: __, uploadToIpfs, counts, rules, ...row }: PresetRow): Preset {
	return { ...row, uploadToIPFS: uploadToIpfs, ...(counts ? { counts } : {}), ...(rules ? { rules } : {}) };
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000).toLocaleString('en');

/** 400 `bad_input` for a preset that is too large by itself. */
function checkSize({ id: _, createdAt: __, updatedAt: ___, ...content }: Preset): void {
	const sizeBytes = measureJson(content);
	if (sizeBytes <= settingMaxBytes) return;
	const [limit, size] = [kilobytes(settingMaxBytes), kilobytes(sizeBytes)];
	const advice = {
		traitWeights: 'Give fewer values a weight.',
		counts: 'Give fewer values a count.',
		rules: 'Give it fewer rules.',
	};
	const [field] = (['traitWeights', 'counts', 'rules'] as const).toSorted(
		(one, other) => measureJson(content[other]) - measureJson(content[one]),
	) as [keyof typeof advice];
	const message = `A preset may have ${limit} kB, and this one has ${size} kB. ${advice[field]}`;
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { [field]: message } } });
}

const measureJson = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** 409 `too_many_settings` where the caller's presets are too large together. */
function checkSum(sizeBytes: number): void {
	if (sizeBytes <= settingsPerUserMaxBytes) return;
	const message = `Your presets may have ${kilobytes(settingsPerUserMaxBytes)} kB together. Delete one first, or save less in this one.`;
	throw new AppError('CONFLICT', { reason: 'too_many_settings', message });
}

/** 409 `setting_exists` instead of the violated constraint; other errors stay. */
async function refuseTakenName<Result>(name: string | undefined, write: Promise<Result>): Promise<Result> {
	return write.catch((error: unknown) => {
		if (!isUniqueViolation(error, 'saved_settings_owner_id_name_unique')) throw error;
		const message = `You have a preset named '${name}' already. Choose another name, or delete that one first.`;
		throw new AppError('CONFLICT', { reason: 'setting_exists', message, meta: { fields: { name: message } } });
	});
}

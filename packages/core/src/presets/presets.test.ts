import { randomUUID } from 'node:crypto';
import { insertPreset } from '@adx/db/repositories/presets/presets';
import { type Preset, type SavePresetInput, savePresetInput } from '@adx/validators/presets';
import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { deletePreset, getPreset, listPresets, savePreset, updatePreset } from './presets.ts';

const test = useTestServices();

const named = (name: string, change: Partial<SavePresetInput> = {}): SavePresetInput => ({
	...savePresetInput.parse({ name }),
	...change,
});

/** As a list shows it. */
const summaryOf = ({ traitWeights: _, counts: __, rules: ___, ...setting }: Preset) => ({
	...setting,
	sizeBytes: expect.any(Number),
});

/** Weights whose JSON has about so many bytes. */
const weightsOf = (sizeBytes: number) => ({
	background: Object.fromEntries(
		Array.from({ length: sizeBytes / 100 }, (_, index) => [`${index}`.padStart(95, 'x'), 1]),
	),
});

/** Stores what was allowed before presets had a size. */
function storeOld(ctx: RequestContext, name: string, traitWeights: SavePresetInput['traitWeights']) {
	const { uploadToIPFS: uploadToIpfs, ...content } = named(name, { traitWeights });
	return insertPreset(ctx.db, { ...content, uploadToIpfs, id: randomUUID(), ownerId: ctx.actor!.userId });
}

const atSecond = (ctx: RequestContext, second: number): RequestContext => ({
	...ctx,
	clock: () => new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
});

describe('presets (AMB-18)', () => {
	it('are kept with everything they hold, and listed with the one saved last first (ENT-06)', async () => {
		const ctx = await test.contextOf();
		const full: SavePresetInput = {
			name: 'Winter court',
			description: 'For the long night',
			races: ['elf', 'half-orc'],
			classes: ['wizard'],
			artStyle: 'bold-classic',
			backgroundType: 'forest-glade',
			afflictions: ['vampirism'],
			batchSize: 25,
			projectName: 'Frost',
			includeMetadata: false,
			generateRarity: false,
			uploadToIPFS: true,
			traitWeights: { race: { elf: 3 } },
			engine: 'gemini',
			model: 'painter-small',
		};
		const saved = await savePreset(atSecond(ctx, 1), full);
		const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, 1));
		expect(saved).toEqual({ ...full, id: saved.id, createdAt, updatedAt: createdAt });
		const later = await savePreset(atSecond(ctx, 2), named('Later'));
		expect(await listPresets(ctx)).toEqual([later, saved].map(summaryOf));
		expect(await getPreset(ctx, { settingId: saved.id })).toEqual(saved);
	});

	it('bring exact counts and rules back, and say nothing of them where they were saved without', async () => {
		const ctx = await test.contextOf();
		const never: NonNullable<SavePresetInput['rules']>[number] = {
			kind: 'never',
			left: { trait: 'race', value: 'orc' },
			right: { trait: 'affliction', value: 'vampirism' },
		};
		const steering = { counts: { race: { dwarf: 3 } }, rules: [never] };
		const saved = await savePreset(ctx, named('Steered', steering));
		expect(saved).toMatchObject(steering);
		expect(await getPreset(ctx, { settingId: saved.id })).toEqual(saved);
		expect(await listPresets(ctx)).toEqual([summaryOf(saved)]);
		const renamed = await updatePreset(ctx, { settingId: saved.id, name: 'Renamed' });
		expect(renamed).toMatchObject(steering);
		const emptied = await updatePreset(ctx, { settingId: saved.id, counts: {}, rules: [] });
		expect(emptied).toMatchObject({ counts: {}, rules: [] });
		const plain = await savePreset(ctx, named('Plain'));
		for (const preset of [plain, await getPreset(ctx, { settingId: plain.id })]) {
			expect(Object.keys(preset)).not.toContain('counts');
			expect(Object.keys(preset)).not.toContain('rules');
		}
	});

	it('change where told and keep the rest', async () => {
		const ctx = await test.contextOf();
		const saved = await savePreset(atSecond(ctx, 1), named('Elves', { races: ['elf'], description: 'kept' }));
		const change = { settingId: saved.id, name: 'Orcs', races: ['orc' as const], uploadToIPFS: true };
		const updated = await updatePreset(atSecond(ctx, 5), change);
		const updatedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, 5));
		expect(updated).toEqual({ ...saved, name: 'Orcs', races: ['orc'], uploadToIPFS: true, updatedAt });
		expect(await listPresets(ctx)).toEqual([summaryOf(updated)]);
	});

	it('go, and say what they were', async () => {
		const ctx = await test.contextOf();
		const saved = await savePreset(ctx, named('Elves'));
		expect(await deletePreset(ctx, { settingId: saved.id })).toEqual(saved);
		expect(await listPresets(ctx)).toEqual([]);
	});

	it('rejects a name in use with a sentence at its field, on saving and on renaming', async () => {
		const ctx = await test.contextOf();
		await savePreset(ctx, named('Elves'));
		const orcs = await savePreset(ctx, named('Orcs'));
		const sentence = "You have a preset named 'Elves' already. Choose another name, or delete that one first.";
		const refusal = {
			code: 'CONFLICT',
			reason: 'setting_exists',
			message: sentence,
			meta: { fields: { name: sentence } },
		};
		await expect(savePreset(ctx, named('Elves'))).rejects.toMatchObject(refusal);
		await expect(updatePreset(ctx, { settingId: orcs.id, name: 'Elves' })).rejects.toMatchObject(refusal);
		await expect(updatePreset(ctx, { settingId: orcs.id, name: 'Orcs', batchSize: 3 })).resolves.toBeTruthy();
		await expect(savePreset(await test.contextOf(), named('Elves'))).resolves.toMatchObject({ name: 'Elves' });
	});

	it('rejects the 101st, also when several are saved at once', async () => {
		const ctx = await test.contextOf();
		for (let number = 1; number <= 98; number++) await savePreset(ctx, named(`Preset ${number}`));
		const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => savePreset(ctx, named(`At once ${n}`))));
		const refused = results.filter((result) => result.status === 'rejected');
		expect(refused).toHaveLength(3);
		for (const { reason } of refused) {
			expect(reason).toMatchObject({
				code: 'CONFLICT',
				reason: 'too_many_settings',
				message: 'You have 100 presets already. Delete one first.',
			});
		}
		expect(await listPresets(ctx)).toHaveLength(100);
	});

	it('rejects one of more than 64 kB with its size, on saving and on changing', async () => {
		const ctx = await test.contextOf();
		const message = 'A preset may have 64 kB, and this one has 71 kB. Give fewer values a weight.';
		const refusal = { code: 'INVALID', reason: 'bad_input', message, meta: { fields: { traitWeights: message } } };
		const large = { traitWeights: weightsOf(70_000) };
		await expect(savePreset(ctx, named('Large', large))).rejects.toMatchObject(refusal);
		const { id: settingId } = await savePreset(ctx, named('Fits', { traitWeights: weightsOf(63_000) }));
		await expect(updatePreset(ctx, { settingId, ...large })).rejects.toMatchObject({ code: 'INVALID' });
		expect(await listPresets(ctx)).toMatchObject([{ name: 'Fits' }]);
	});

	it('rejects one whose counts are too many, and names them', async () => {
		const ctx = await test.contextOf();
		const message = 'A preset may have 64 kB, and this one has 71 kB. Give fewer values a count.';
		const refusal = { code: 'INVALID', reason: 'bad_input', message, meta: { fields: { counts: message } } };
		await expect(savePreset(ctx, named('Large', { counts: weightsOf(70_000) }))).rejects.toMatchObject(refusal);
		const { id: settingId } = await savePreset(ctx, named('Small'));
		await expect(updatePreset(ctx, { settingId, counts: weightsOf(70_000) })).rejects.toMatchObject(refusal);
	});

	it('rejects what is too large together, until one is deleted', async () => {
		const ctx = await test.contextOf();
		const large = { traitWeights: weightsOf(60_000) };
		const first = await savePreset(ctx, named('Preset 0', large));
		for (let number = 1; number < 16; number++) await savePreset(ctx, named(`Preset ${number}`, large));
		const message = 'Your presets may have 1,000 kB together. Delete one first, or save less in this one.';
		const refusal = { code: 'CONFLICT', reason: 'too_many_settings', message };
		await expect(savePreset(ctx, named('One more', large))).rejects.toMatchObject(refusal);
		const { id: settingId } = await savePreset(ctx, named('Small'));
		await expect(updatePreset(ctx, { settingId, ...large })).rejects.toMatchObject(refusal);
		await deletePreset(ctx, { settingId: first.id });
		await updatePreset(ctx, { settingId, ...large });
		expect(await listPresets(ctx)).toHaveLength(16);
	});

	it('that were stored larger are listed without their weights, read singly, renamed and made smaller', async () => {
		const ctx = await test.contextOf();
		const traitWeights = weightsOf(800_000);
		const { id: settingId } = await storeOld(ctx, 'Old', traitWeights);
		const [summary, ...others] = await listPresets(ctx);
		expect(others).toEqual([]);
		expect(summary?.sizeBytes).toBeGreaterThan(800_000);
		expect(JSON.stringify(summary).length).toBeLessThan(1_000);
		expect((await getPreset(ctx, { settingId })).traitWeights).toEqual(traitWeights);
		expect((await updatePreset(ctx, { settingId, name: 'Renamed' })).traitWeights).toEqual(traitWeights);
		await updatePreset(ctx, { settingId, traitWeights: {} });
		expect((await listPresets(ctx))[0]?.sizeBytes).toBeLessThan(1_000);
	});

	it('that were stored larger together become smaller one by one, and none larger', async () => {
		const ctx = await test.contextOf();
		const old = [];
		for (const name of ['Old 1', 'Old 2', 'Old 3']) old.push(await storeOld(ctx, name, weightsOf(500_000)));
		const small = await storeOld(ctx, 'Small', {});
		const grow = { settingId: small.id, traitWeights: weightsOf(10_000) };
		await expect(updatePreset(ctx, grow)).rejects.toMatchObject({ reason: 'too_many_settings' });
		await updatePreset(ctx, { settingId: old[0]!.id, traitWeights: weightsOf(60_000) });
		await expect(updatePreset(ctx, grow)).rejects.toMatchObject({ reason: 'too_many_settings' });
		await updatePreset(ctx, { settingId: old[1]!.id, traitWeights: weightsOf(60_000) });
		await updatePreset(ctx, grow);
		const sizes = (await listPresets(ctx)).map(({ sizeBytes }) => sizeBytes);
		expect(sizes.reduce((sum, sizeBytes) => sum + sizeBytes, 0)).toBeLessThan(700_000);
	});

	it('rejects a stranger’s preset and an id that names nothing alike, developers included', async () => {
		const saved = await savePreset(await test.contextOf(), named('Elves'));
		for (const stranger of [await test.contextOf(), await test.contextOf({ role: 'developer' })]) {
			for (const settingId of [saved.id, 'nothing', '00000000-0000-0000-0000-000000000000']) {
				await expect(getPreset(stranger, { settingId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
				await expect(updatePreset(stranger, { settingId, name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
				await expect(deletePreset(stranger, { settingId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
			}
			expect(await listPresets(stranger)).toEqual([]);
		}
	});

	it('rejects everything where they are switched off', async () => {
		const on = await test.contextOf();
		const { id: settingId } = await savePreset(on, named('Elves'));
		const off: RequestContext = { ...on, config: { ...on.config, hasPresets: false } };
		for (const refused of [
			listPresets(off),
			getPreset(off, { settingId }),
			savePreset(off, named('Orcs')),
			updatePreset(off, { settingId, name: 'x' }),
			deletePreset(off, { settingId }),
		]) {
			await expect(refused).rejects.toMatchObject({ code: 'PRECONDITION', reason: 'presets_off' });
		}
		expect(await listPresets(on)).toHaveLength(1);
	});

	it('rejects a call without a session', async () => {
		const nobody = await test.contextOf(null);
		await expect(listPresets(nobody)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	});
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isUniqueViolation } from '../../client/database-errors.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addPreset, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { deletePresetRow, findPreset, listPresetSummaries, updatePresetRow } from './presets.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

test('the columns default as the specification says (ENT-06)', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const row = { id: 'a', ownerId, name: 'Bare' };
	expect(await db.insertInto('savedSettings').values(row).returningAll().executeTakeFirst()).toMatchObject({
		description: '',
		races: [],
		classes: [],
		artStyle: '',
		backgroundType: 'purple-blue-gradient',
		afflictions: [],
		batchSize: 1,
		projectName: '',
		includeMetadata: true,
		generateRarity: true,
		uploadToIpfs: false,
		traitWeights: {},
		engine: '',
		model: '',
		counts: null,
		rules: null,
	});
});

test('a preset comes back as it was saved, trait names included (ENT-06)', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const traitWeights = { magicalStone: { Ruby: 2 }, race: { 'half-orc': 0.5 } };
	const saved = await addPreset(db, ownerId, 'Elves', { traitWeights, afflictions: ['vampirism'] });
	expect(saved).toMatchObject({
		name: 'Elves',
		races: ['elf'],
		traitWeights,
		createdAt: secondsAfterStart(0),
		updatedAt: secondsAfterStart(0),
	});
	expect(await findPreset(db, saved)).toEqual(saved);
	const { ownerId: _, traitWeights: __, counts: ___, rules: ____, ...summary } = saved;
	expect(await listPresetSummaries(db, ownerId)).toEqual([summary]);
});

test('counts and rules come back as they were saved, count as size, and are not in the list', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const counts = { race: { dwarf: 3 } };
	const left = { trait: 'race', value: 'orc' } as const;
	const rules = [{ kind: 'never' as const, left, right: { trait: 'affliction', value: 'vampirism' } as const }];
	const plain = await addPreset(db, ownerId, 'Plain');
	const saved = await addPreset(db, ownerId, 'Steer', { counts, rules });
	expect(saved).toMatchObject({ counts, rules });
	expect(saved.sizeBytes).toBeGreaterThan(plain.sizeBytes + 100);
	expect(await updatePresetRow(db, plain, { counts, rules, updatedAt: secondsAfterStart(1) })).toMatchObject({
		counts,
		rules,
		sizeBytes: saved.sizeBytes,
	});
	for (const summary of await listPresetSummaries(db, ownerId)) {
		expect(summary).not.toHaveProperty('counts');
		expect(summary).not.toHaveProperty('rules');
	}
});

test('the list is the owner’s alone, those saved last first', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const first = await addPreset(db, ownerId, 'first', { createdAt: secondsAfterStart(1) });
	await addPreset(db, ownerId, 'second', { createdAt: secondsAfterStart(2) });
	await addPreset(db, otherId, 'other', { createdAt: secondsAfterStart(9) });
	const names = async () => (await listPresetSummaries(db, ownerId)).map(({ name }) => name);
	expect(await names()).toEqual(['second', 'first']);
	await updatePresetRow(db, first, { updatedAt: secondsAfterStart(3) });
	expect(await names()).toEqual(['first', 'second']);
});

test('a change leaves what it does not name', async () => {
	const { db } = database;
	const saved = await addPreset(db, await addUser(db), 'Elves', { description: 'kept' });
	const change = { classes: ['wizard' as const], batchSize: 5, updatedAt: secondsAfterStart(7) };
	const sizeBytes = saved.sizeBytes + '"wizard"'.length;
	expect(await updatePresetRow(db, saved, change)).toEqual({ ...saved, ...change, sizeBytes });
});

test('rejects a name twice, on saving and on renaming, and only for one owner', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	await addPreset(db, ownerId, 'Elves');
	await addPreset(db, otherId, 'Elves');
	const orcs = await addPreset(db, ownerId, 'Orcs');
	for (const refused of [
		addPreset(db, ownerId, 'Elves'),
		updatePresetRow(db, orcs, { name: 'Elves', updatedAt: secondsAfterStart(1) }),
	]) {
		const error = await refused.catch((error: unknown) => error);
		expect(isUniqueViolation(error, 'saved_settings_owner_id_name_unique')).toBe(true);
	}
});

test('rejects changing or deleting a stranger’s preset', async () => {
	const { db } = database;
	const saved = await addPreset(db, await addUser(db), 'Elves');
	const stranger = { id: saved.id, ownerId: await addUser(db) };
	expect(await updatePresetRow(db, stranger, { name: 'x', updatedAt: secondsAfterStart(1) })).toBeUndefined();
	expect(await deletePresetRow(db, stranger)).toBeUndefined();
	expect(await deletePresetRow(db, saved)).toEqual(saved);
	expect(await listPresetSummaries(db, saved.ownerId)).toEqual([]);
});

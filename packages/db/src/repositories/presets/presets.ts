import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { PresetRow, PresetsTable } from '../../schema/preset-tables.ts';

type JsonColumn = 'races' | 'classes' | 'afflictions' | 'traitWeights' | 'counts' | 'rules';

/** What a preset holds, lists and weights as plain values. */
export type PresetColumns = Omit<
	Selectable<PresetsTable>,
	'id' | 'ownerId' | 'sizeBytes' | 'createdAt' | 'updatedAt' | 'counts' | 'rules'
> & {
	/** Left out where the preset does not say. */
	readonly counts?: PresetRow['counts'] | undefined;
	readonly rules?: PresetRow['rules'] | undefined;
};
export type NewPreset = PresetColumns & Pick<Insertable<PresetsTable>, 'id' | 'ownerId' | 'createdAt'>;

/** What an owner's presets are together. Until the transaction ends, others who save for this owner wait; so it stays true. */
export async function lockAndMeasurePresets(
	trx: DatabaseTransaction,
	ownerId: string,
): Promise<{ readonly count: number; readonly sizeBytes: number }> {
	await trx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
	return trx
		.selectFrom('savedSettings')
		.select((eb) => [
			eb.fn.countAll<number>().as('count'),
			eb.fn.coalesce(eb.fn.sum<number>('sizeBytes'), eb.lit(0)).as('sizeBytes'),
		])
		.where('ownerId', '=', ownerId)
		.executeTakeFirstOrThrow();
}

/** Rejects with a unique violation of `saved_settings_owner_id_name_unique` when the owner uses that name already. */
export async function insertPreset(db: Database, setting: NewPreset): Promise<PresetRow> {
	const { races, classes, afflictions, traitWeights, counts, rules, ...columns } = setting;
	return db
		.insertInto('savedSettings')
		.values({
			...columns,
			races: toJsonb(races),
			classes: toJsonb(classes),
			afflictions: toJsonb(afflictions),
			traitWeights: toJsonb(traitWeights),
			...(counts ? { counts: toJsonb(counts) } : {}),
			...(rules ? { rules: toJsonb(rules) } : {}),
			...(columns.createdAt === undefined ? {} : { updatedAt: columns.createdAt }),
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

const summaryColumns = [
	'id',
	'name',
	'description',
	'races',
	'classes',
	'artStyle',
	'backgroundType',
	'afflictions',
	'batchSize',
	'projectName',
	'includeMetadata',
	'generateRarity',
	'uploadToIpfs',
	'engine',
	'model',
	'sizeBytes',
	'createdAt',
	'updatedAt',
] as const satisfies readonly (keyof PresetsTable)[];

/** A preset without its weights, counts and rules, which may be most of it. */
export type PresetSummaryRow = Pick<PresetRow, (typeof summaryColumns)[number]>;

/** The owner's presets without their weights, counts and rules, those saved last first. */
export async function listPresetSummaries(db: Database, ownerId: string): Promise<PresetSummaryRow[]> {
	return db
		.selectFrom('savedSettings')
		.select(summaryColumns)
		.where('ownerId', '=', ownerId)
		.orderBy('updatedAt', 'desc')
		.orderBy('id')
		.execute();
}

/** The whole preset; nothing for a stranger's. */
export async function findPreset(
	db: Database,
	{ ownerId, id }: { readonly ownerId: string; readonly id: string },
): Promise<PresetRow | undefined> {
	return db
		.selectFrom('savedSettings')
		.selectAll()
		.where('id', '=', id)
		.where('ownerId', '=', ownerId)
		.executeTakeFirst();
}

/** Changes what is given and returns what the preset is now; nothing for a stranger's. Rejects as an insert does. */
export async function updatePresetRow(
	db: Database,
	{ ownerId, id }: { readonly ownerId: string; readonly id: string },
	{
		races,
		classes,
		afflictions,
		traitWeights,
		counts,
		rules,
		...columns
	}: Partial<PresetColumns> & { readonly updatedAt: Date },
): Promise<PresetRow | undefined> {
	const given = { races, classes, afflictions, traitWeights, counts, rules } satisfies Record<JsonColumn, unknown>;
	const lists = Object.entries(given)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, toJsonb(value)]);
	return db
		.updateTable('savedSettings')
		.set({ ...columns, ...Object.fromEntries(lists) })
		.where('id', '=', id)
		.where('ownerId', '=', ownerId)
		.returningAll()
		.executeTakeFirst();
}

/** Returns what was deleted; nothing for a stranger's preset. */
export async function deletePresetRow(
	db: Database,
	{ ownerId, id }: { readonly ownerId: string; readonly id: string },
): Promise<PresetRow | undefined> {
	return db
		.deleteFrom('savedSettings')
		.where('id', '=', id)
		.where('ownerId', '=', ownerId)
		.returningAll()
		.executeTakeFirst();
}

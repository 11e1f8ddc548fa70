import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../client.ts';
import { json } from '../json.ts';
import type { SavedSettingRow, SavedSettingsTable } from '../schema.ts';

type ListColumn = 'races' | 'classes' | 'afflictions' | 'traitWeights';

/** What a preset holds, lists and weights as plain values. */
export type SettingContent = Omit<Selectable<SavedSettingsTable>, 'id' | 'ownerId' | 'createdAt' | 'updatedAt'>;
export type NewSavedSetting = SettingContent & Pick<Insertable<SavedSettingsTable>, 'id' | 'ownerId' | 'createdAt'>;

/** Until the transaction ends, others who save for this owner wait; so what is counted stays true. */
export async function countSettingsForInsert(trx: DatabaseTransaction, ownerId: string): Promise<number> {
	await trx.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
	const { count } = await trx
		.selectFrom('savedSettings')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('ownerId', '=', ownerId)
		.executeTakeFirstOrThrow();
	return count;
}

/** Rejects with a unique violation of `saved_settings_owner_id_name_unique` when the owner uses that name already. */
export async function insertSavedSetting(db: Database, setting: NewSavedSetting): Promise<SavedSettingRow> {
	const { races, classes, afflictions, traitWeights, ...columns } = setting;
	return db
		.insertInto('savedSettings')
		.values({
			...columns,
			races: json(races),
			classes: json(classes),
			afflictions: json(afflictions),
			traitWeights: json(traitWeights),
			...(columns.createdAt === undefined ? {} : { updatedAt: columns.createdAt }),
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** The owner's presets, those saved last first. */
export async function listSavedSettings(db: Database, ownerId: string): Promise<SavedSettingRow[]> {
	return db
		.selectFrom('savedSettings')
		.selectAll()
		.where('ownerId', '=', ownerId)
		.orderBy('updatedAt', 'desc')
		.orderBy('id')
		.execute();
}

/** Changes what is given and returns what the preset is now; nothing for a stranger's. Rejects as an insert does. */
export async function updateSavedSetting(
	db: Database,
	{ ownerId, id }: { readonly ownerId: string; readonly id: string },
	{ races, classes, afflictions, traitWeights, ...columns }: Partial<SettingContent> & { readonly updatedAt: Date },
): Promise<SavedSettingRow | undefined> {
	const lists = Object.entries({ races, classes, afflictions, traitWeights } satisfies Record<ListColumn, unknown>)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => [name, json(value)]);
	return db
		.updateTable('savedSettings')
		.set({ ...columns, ...Object.fromEntries(lists) })
		.where('id', '=', id)
		.where('ownerId', '=', ownerId)
		.returningAll()
		.executeTakeFirst();
}

/** Returns what was deleted; nothing for a stranger's preset. */
export async function deleteSavedSetting(
	db: Database,
	{ ownerId, id }: { readonly ownerId: string; readonly id: string },
): Promise<SavedSettingRow | undefined> {
	return db
		.deleteFrom('savedSettings')
		.where('id', '=', id)
		.where('ownerId', '=', ownerId)
		.returningAll()
		.executeTakeFirst();
}

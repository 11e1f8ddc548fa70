import { type Kysely, sql } from 'kysely';

/** Tables whose `version` counts what a reader could see, with the topic that listeners know them by. */
const versioned = { generation_jobs: 'job', merge_jobs: 'merge', attribute_jobs: 'attributes', sales: 'sale' };

/**
 * Whatever changes what its owner sees is announced on the channel `changes`, by whichever process writes it: the
 * transaction's id, topic, owner and row, parted by spaces. The database does it, because a writer that forgot to would
 * leave pages as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create function announce_change() returns trigger language plpgsql as $$
		begin
			if tg_op <> 'INSERT' then
				perform pg_notify('changes', concat_ws(' ', pg_current_xact_id(), tg_argv[0], old.owner_id, old.id));
			end if;
			if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.owner_id <> old.owner_id) then
				perform pg_notify('changes', concat_ws(' ', pg_current_xact_id(), tg_argv[0], new.owner_id, new.id));
			end if;
			return null;
		end $$`.execute(db);
	await sql`
		create function announce_account() returns trigger language plpgsql as $$
		begin
			perform pg_notify('changes', concat_ws(' ', pg_current_xact_id(), 'account',
				case when tg_op = 'DELETE' then old.user_id else new.user_id end));
			return null;
		end $$`.execute(db);
	await sql`
		create function announce_user() returns trigger language plpgsql as $$
		begin
			perform pg_notify('changes', concat_ws(' ', pg_current_xact_id(), 'account', new.id));
			return null;
		end $$`.execute(db);
	for (const [table, topic] of Object.entries(versioned)) {
		await sql`
			create trigger announce_rows after insert or delete on ${sql.table(table)}
				for each row execute function announce_change(${sql.lit(topic)})`.execute(db);
		await sql`
			create trigger announce_versions after update on ${sql.table(table)}
				for each row when (old.version is distinct from new.version)
				execute function announce_change(${sql.lit(topic)})`.execute(db);
	}
	await sql`
		create trigger announce_rows after insert or delete on minted_tokens
			for each row execute function announce_change('mint')`.execute(db);
	await sql`
		create trigger announce_versions after update on minted_tokens
			for each row when (old.* is distinct from new.*) execute function announce_change('mint')`.execute(db);
	await sql`
		create trigger announce_ends after delete on sessions
			for each row execute function announce_account()`.execute(db);
	await sql`
		create trigger announce_rights after update on sessions
			for each row when (
				(old.developer_until, old.premium_until, old.admin_unlocked)
				is distinct from (new.developer_until, new.premium_until, new.admin_unlocked)
			) execute function announce_account()`.execute(db);
	await sql`
		create trigger announce_payments after insert or update or delete on premium_payments
			for each row execute function announce_account()`.execute(db);
	await sql`
		create trigger announce_user after update on users
			for each row when (
				(old.username, old.avatar, old.has_mage_access)
				is distinct from (new.username, new.avatar, new.has_mage_access)
			) execute function announce_user()`.execute(db);
}

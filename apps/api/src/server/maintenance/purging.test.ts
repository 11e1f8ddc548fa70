import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addFinishedAttributes } from '@adx/core/attributes/attributes-testing';
import { createTestServices, type TestServices } from '@adx/core/platform/services-testing';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { sweepBlobs } from '@adx/core/uploads/cleanup/sweep-blobs';
import { transact } from '@adx/db/client/transact';
import { findAttributeJob } from '@adx/db/repositories/attributes/attribute-jobs';
import { claimPremiumPayment } from '@adx/db/repositories/premium/premium-payments';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPurging } from './purging.ts';

let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({});
});
afterAll(() => test.close());

it('deletes attribute jobs thirty days after they ended, and a day later what they made', async () => {
	const { services } = test;
	const { actor } = await test.contextOf({ role: 'developer' });
	const id = await addFinishedAttributes(services, actor!.userId);
	const job = (await findAttributeJob(services.db, 'all', id))!;
	const purgeAfter = async (days: number) => {
		const clock = () => new Date(job.completedAt!.getTime() + days * 86_400_000);
		await startPurging({ ...services, clock }).stop();
		await sweepBlobs({ ...services, clock });
		const blobs = await Promise.all([job.packSha256!, job.indexSha256!].map((sha256) => findBlob(services.db, sha256)));
		return {
			hasJob: (await findAttributeJob(services.db, 'all', id)) !== undefined,
			blobs: blobs.filter((blob) => blob !== undefined).length,
		};
	};
	expect(await purgeAfter(29.9)).toEqual({ hasJob: true, blobs: 2 });
	expect(await purgeAfter(30.1)).toEqual({ hasJob: false, blobs: 2 });
	expect(await purgeAfter(31.2)).toEqual({ hasJob: false, blobs: 0 });
});

it('forgets thirty days later who named a transaction without paying by it', async () => {
	const { services } = test;
	const { actor } = await test.contextOf();
	const createdAt = services.clock();
	const claim = { chain: 'polygon', signature: '0x1', userId: actor!.userId, createdAt } as const;
	await services.db.transaction().execute((trx) => claimPremiumPayment(trx, claim));
	const claimsAfter = async (days: number) => {
		const clock = () => new Date(createdAt.getTime() + days * 86_400_000);
		await startPurging({ ...services, clock }).stop();
		return services.db.selectFrom('premiumClaims').select('signature').execute();
	};
	expect(await claimsAfter(29.9)).toHaveLength(1);
	expect(await claimsAfter(30.1)).toEqual([]);
});

it('deletes what it can while one kind of rows cannot be deleted, and names that in the log', async () => {
	const { services } = test;
	const { db } = services;
	const { actor } = await test.contextOf();
	const createdAt = services.clock();
	const claim = { chain: 'polygon', signature: '0x2', userId: actor!.userId, createdAt } as const;
	await transact(db, (trx) => claimPremiumPayment(trx, claim));
	const lines: { readonly chore?: string }[] = [];
	const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
	const clock = () => new Date(createdAt.getTime() + 30.1 * 86_400_000);
	await db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute();
	try {
		await startPurging({ ...services, clock, log }).stop();
	} finally {
		await db.schema.alterTable('sessions_elsewhere').renameTo('sessions').execute();
	}
	expect(await db.selectFrom('premiumClaims').select('signature').execute()).toEqual([]);
	expect(lines.flatMap(({ chore }) => chore ?? [])).toEqual(['ended sessions']);
});

it('deletes files of interrupted writes a day later, whatever the database', async () => {
	const { services } = test;
	const files = await test.makeFolder();
	const folder = join(files, 'ab', 'cd');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, '.tmp-0123'), 'torn');
	const storage = await createDiskStorage(files);
	const leftAfter = async (days: number) => {
		const clock = () => new Date(Date.now() + days * 86_400_000);
		await startPurging({ ...services, storage, clock }).stop();
		return readdir(folder);
	};
	expect(await leftAfter(0.9)).toEqual(['.tmp-0123']);
	expect(await leftAfter(1.1)).toEqual([]);
});

it('forgets the addresses of a day when the day is over', async () => {
	const { services } = test;
	const day = new Date('2026-11-21T00:00:00.000Z');
	const originHash = 'a'.repeat(64);
	await services.db.insertInto('dailyOrigins').values({ originHash, dayStart: day, images: 3 }).execute();
	const originsAt = async (time: string) => {
		await startPurging({ ...services, clock: () => new Date(time) }).stop();
		return services.db.selectFrom('dailyOrigins').select('images').execute();
	};
	expect(await originsAt('2026-11-21T23:59:59.999Z')).toHaveLength(1);
	expect(await originsAt('2026-11-22T00:00:00.000Z')).toEqual([]);
});

it('forgets uploads of which a killed process was the last to know', async () => {
	const { services } = test;
	const startedAt = services.clock();
	const upload = { id: 'left', ownerId: 'somebody', sha256: 'a'.repeat(64), bytes: 1, startedAt };
	await services.db.insertInto('uploadsInFlight').values(upload).execute();
	const leftAfter = async (hours: number) => {
		await startPurging({ ...services, clock: () => new Date(startedAt.getTime() + hours * 3_600_000) }).stop();
		return services.db.selectFrom('uploadsInFlight').select('id').execute();
	};
	expect(await leftAfter(5.9)).toHaveLength(1);
	expect(await leftAfter(6.1)).toEqual([]);
});

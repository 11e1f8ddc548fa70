import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { insertUser } from '@adx/db/repositories/auth/users';
import { insertPlannedImages } from '@adx/db/repositories/generation/generated-images';
import { insertGenerationJob, updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { claimImages } from '@adx/db/repositories/generation/image-claims';
import { completeImage } from '@adx/db/repositories/generation/image-results';
import { insertBlob } from '@adx/db/repositories/uploads/blobs';
import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { addSession, lastingSession } from './data/sessions.ts';
import { type MeasuredProcess, startMeasured } from './processes/measured-process.ts';
import { startProduct } from './processes/product-server.ts';
import { readOrigin } from './processes/watched-server.ts';
import { report } from './report.ts';

const pollerCount = 1_000;
const pollEveryMs = 5_000;
const userCount = 100;
const jobsPerUser = 3;
const roundCount = 6;
/** As many as in a hundred seconds: a server that is polled at all has compiled what it runs by then. */
const warmUpRounds = 20;

const ways = {
	REST: '/api/jobs',
	tRPC: `/trpc/generation.list?input=${encodeURIComponent('{"json":{}}')}`,
} as const;

/**
 * 1,000 pollers that ask for their list of jobs every 5 s while nothing changes, through REST and through tRPC: what
 * that costs the server over what it costs when nobody asks. The exchange itself is most of it: a server that does nothing
 * else is the yardstick. On the embedded database, whose work is part of that, or on the empty PostgreSQL of DATABASE_URL,
 * whose own work is not.
 */
export async function run(): Promise<boolean> {
	const directory = await mkdtemp(join(tmpdir(), 'adx-bench-polling-'));
	try {
		const databaseUrl = process.env.DATABASE_URL ?? '';
		const tokens = await prepare(directory, databaseUrl);
		const product = await startProduct(directory, { DATABASE_URL: databaseUrl });
		const { running, origin } = product;
		const bare = startMeasured(['-e', bareServer]);
		const [rest, trpc] = [createPollers(origin, ways.REST, tokens), createPollers(origin, ways.tRPC, tokens)];
		const yardstick = createPollers(await readOrigin(bare.child.stdout!), ways.REST, tokens);
		const shares = await measureLowestShares({
			idle: { name: running, warmUp: async () => {}, round: () => sleep(pollEveryMs) },
			bare: { name: bare, ...yardstick },
			REST: { name: running, ...rest },
			tRPC: { name: running, ...trpc },
		});
		for (const pollers of [rest, trpc, yardstick]) pollers.close();
		await product.stop();
		bare.child.kill('SIGTERM');
		await bare.exited;
		return report([
			{ name: 'nobody asks', value: shares.idle, unit: '% of a core' },
			{ name: 'the same polls of a bare node:http that answers 304', value: shares.bare, unit: '% of a core' },
			...Object.entries({ REST: rest, tRPC: trpc }).flatMap(([name, pollers]) => [
				{
					name: `1,000 pollers, ${name}, above that`,
					value: shares[name as keyof typeof ways] - shares.idle,
					unit: '% of a core',
					target: { atMost: databaseUrl === '' ? 5 : 15 },
				},
				{ name: `answered 304, ${name}`, value: pollers.unchangedPercent(), unit: '%', target: { atLeast: 100 } },
			]),
		]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

const bareServer = `
	const server = require('node:http').createServer((request, response) => response.writeHead(304, { etag: 'W/"x"' }).end());
	server.listen(0, '127.0.0.1', () => console.log('ready http://127.0.0.1:' + server.address().port));`;

interface Measured {
	readonly name: MeasuredProcess;
	readonly warmUp: () => Promise<void>;
	readonly round: () => Promise<unknown>;
}

/**
 * What each process takes of one core during its round, in percent: of its least disturbed round, since what else goes
 * on on the machine only ever adds.
 */
async function measureLowestShares<Name extends string>(
	rounds: Readonly<Record<Name, Measured>>,
): Promise<Record<Name, number>> {
	const names = Object.keys(rounds) as Name[];
	const least = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>;
	for (const name of names) {
		const { name: measured, warmUp, round } = rounds[name];
		await warmUp();
		for (let index = 0; index < roundCount; index += 1) {
			const [startedAt, before] = [performance.now(), measured.cpuSeconds()];
			await round();
			const share = ((measured.cpuSeconds() - before) / ((performance.now() - startedAt) / 1_000)) * 100;
			least[name] = Math.min(least[name], share);
		}
	}
	return least;
}

/** A migrated database with finished jobs; returns a session token per poller. */
async function prepare(dataDir: string, databaseUrl: string): Promise<string[]> {
	const { db, destroy } = await createDb(databaseUrl === '' ? { dataDir } : { dataDir, databaseUrl });
	await migrateToLatest(db);
	const tokens = await transact(db, async (trx) => {
		await insertBlob(trx, blob);
		const userIds: string[] = [];
		for (let user = 0; user < userCount; user += 1) userIds.push(await addUserWithJobs(trx));
		const added: string[] = [];
		for (let poller = 0; poller < pollerCount; poller += 1) {
			added.push(await addSession(trx, userIds[poller % userCount]!, lastingSession()));
		}
		return added;
	});
	await destroy();
	return tokens;
}

async function addUserWithJobs(db: Database): Promise<string> {
	const { id: userId } = await insertUser(db, { id: randomUUID() });
	for (let job = 0; job < jobsPerUser; job += 1) {
		const createdAt = new Date(Date.now() - job * 60_000);
		const { id } = await insertGenerationJob(db, userId, {
			id: randomUUID(),
			races: ['elf'],
			classes: ['wizard'],
			artStyle: 'bold-classic',
			backgroundType: 'forest-glade',
			batchSize: 1,
			engine: 'forge',
			seed: 'bench',
			createdAt,
		});

		await addImage(db, userId, id);
		await updateGenerationJob(db, id, { phase: 'done', status: 'completed', completedAt: createdAt });
	}
	return userId;
}

/** Its pictures are recorded and not there: nobody looks at them. */
async function addImage(db: Database, userId: string, jobId: string): Promise<void> {
	const now = new Date();
	await insertPlannedImages(db, userId, jobId, [
		{
			id: randomUUID(),
			tokenNumber: 1,
			filename: '1.png',
			traits,
			dna: randomUUID(),
			imageSeed: 'bench',
			rarityScore: 1,
			rarityRank: 1,
			rarityUniqueTraits: 0,
			createdAt: now,
		},
	]);
	const claim = { token: jobId, limit: 1, forMs: 60_000 };
	const [row] = await claimImages(db, jobId, claim);
	await completeImage(db, {
		id: row!.id,
		token: jobId,
		blobSha256: blob.sha256,
		preview512Sha256: blob.sha256,
		preview200Sha256: blob.sha256,
		storedAt: now,
	});
}

const blob = { sha256: 'b'.repeat(64), sizeBytes: 1, crc32: 1, mime: 'image/png', width: 1, height: 1 };
const traits: ImageTraits = {
	race: 'elf',
	class: 'wizard',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'None',
	items: 'Staff',
	magicalStone: 'None',
	rarity: 'Common',
};

/** Evenly spread over the interval, each with the tag of its last answer. */
function createPollers(origin: string, path: string, tokens: readonly string[]) {
	const agent = new Agent({ keepAlive: true, maxSockets: 50 });
	const tags = new Map<string, string>();
	let [pollCount, unchanged] = [0, 0];
	const poll = (token: string) =>
		new Promise<void>((resolve, reject) => {
			const tag = tags.get(token);
			const headers = { cookie: `adx_session=${token}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) };
			const call = request(`${origin}${path}`, { agent, headers }, (response) => {
				if (tag !== undefined) pollCount += 1;
				if (tag !== undefined && response.statusCode === 304) unchanged += 1;
				if (response.headers.etag !== undefined) tags.set(token, response.headers.etag);
				response.resume().once('end', resolve).once('error', reject);
			});
			call.once('error', reject).end();
		});
	/** Each asks once. */
	const around = async (gapMs: number) => {
		const calls: Promise<void>[] = [];
		const startedAt = performance.now();
		for (const [number, token] of tokens.entries()) {
			const aheadMs = startedAt + number * gapMs - performance.now();
			if (aheadMs > 0) await sleep(aheadMs);
			calls.push(poll(token));
		}
		await Promise.all(calls);
	};
	return {
		round: () => around(pollEveryMs / tokens.length),
		warmUp: async () => {
			for (let round = 0; round < warmUpRounds; round += 1) await around(1);
		},
		/** The share of the polls with an ETag that were unchanged. */
		unchangedPercent: () => (unchanged / pollCount) * 100,
		close: () => agent.destroy(),
	};
}

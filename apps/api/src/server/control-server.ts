import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDump } from '@adx/core/platform/backup/dump-file';
import { type ControlFile, controlFileName, dumpPath } from '@adx/core/platform/backup/running-dump';
import type { Services } from '@adx/core/platform/context';
import Fastify from 'fastify';
import { listen } from './listen.ts';

/**
 * Lets the operator's commands ask the process that holds the embedded database for a dump of it, since no other can open it.
 * It listens on loopback alone; port and token are in a file of `dataDir` that only its owner reads.
 */
export async function startControlServer(
	{ db, log }: Pick<Services, 'db' | 'log'>,
	dataDir: string,
): Promise<{ close(): Promise<void> }> {
	const token = randomBytes(32).toString('base64url');
	const expected = Buffer.from(`Bearer ${token}`);
	const app = Fastify();
	app.addHook('onRequest', async (request, reply) => {
		const given = Buffer.from(request.headers.authorization ?? '');
		if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return reply.code(401).send();
	});
	app.get<{ Querystring: { secrets?: string } }>(dumpPath, async (request, reply) => {
		const folder = join(dataDir, 'scratch');
		await mkdir(folder, { recursive: true, mode: 0o700 });
		// Written down first: whoever reads slowly would keep everybody else from the database.
		const path = join(folder, `${randomUUID()}.dump`);
		reply.raw.once('close', () => void rm(path, { force: true }));
		const startedAt = performance.now();
		await writeDump({ db, path }, { withSecrets: request.query.secrets === 'true' });
		log.info({ durationMs: Math.round(performance.now() - startedAt) }, 'the database was dumped for a backup');
		return reply.type('application/octet-stream').send(createReadStream(path));
	});
	const { port } = await listen(app, { host: '127.0.0.1', port: 0 });
	const path = join(dataDir, controlFileName);
	const file: ControlFile = { origin: `http://127.0.0.1:${port}`, token };
	await writeFile(`${path}.tmp`, JSON.stringify(file), { mode: 0o600 });
	await rename(`${path}.tmp`, path);
	return {
		close: async () => {
			await rm(path, { force: true });
			await app.close();
		},
	};
}

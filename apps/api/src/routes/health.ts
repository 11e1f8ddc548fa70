import type { Services } from '@adx/core/platform/context';
import { checkStorage } from '@adx/core/platform/storage/circuit-breaker';
import { hasRoom } from '@adx/core/platform/storage/free-space';
import { freeBytesWatermark } from '@adx/core/platform/storage/types';
import { listPendingMigrations } from '@adx/db/migrations/migrate';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';

const open: { readonly config: FastifyContextConfig } = { config: { access: 'public', acceptsAnyHost: true } };

/** `/healthz`: the process answers. `/readyz`: it can take work, 503 otherwise; says which part cannot, and why. */
export function serveHealth(app: FastifyInstance, services: Services, isDraining: () => boolean): void {
	app.get('/healthz', open, async (_request, reply) =>
		reply.header('cache-control', 'no-store').send({ status: 'ok' }),
	);
	app.get('/readyz', open, async (_request, reply) => {
		const problems = {
			database: await findDatabaseProblem(services),
			disk: await findStorageProblem(services).catch(() => `The ${services.storage.place} cannot be read.`),
			accepting: isDraining() ? 'This process is about to end.' : null,
		};
		const sentences = Object.values(problems).filter((problem) => problem !== null);
		const isReady = sentences.length === 0;
		return reply
			.code(isReady ? 200 : 503)
			.header('cache-control', 'no-store')
			.send({
				status: isReady ? 'ready' : 'not ready',
				checks: Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problem === null])),
				...(isReady ? {} : { problems: sentences }),
			});
	});
}

/** A sentence for the operator; null while it works. */
async function findDatabaseProblem({ db }: Services): Promise<string | null> {
	try {
		const pending = await listPendingMigrations(db);
		if (pending.length === 0) return null;
		return `The database lacks ${pending.length} migrations of this version, the first ${pending[0]}: run db:migrate, or start this process again.`;
	} catch {
		return 'The database does not answer.';
	}
}

async function findStorageProblem(services: Services): Promise<string | null> {
	const { storage } = services;
	if (!(await storage.isInPlace())) return `The ${storage.place} is gone, or another one than at the start.`;
	if (!(await hasRoom(storage, freeBytesWatermark))) return 'The disk is almost full: nothing new is started.';
	// What it knows from the last few seconds is enough.
	return (await checkStorage(services)) === null ? null : `The ${storage.place} takes nothing.`;
}

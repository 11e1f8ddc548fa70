import type { Services } from '@adx/core/platform/context';
import { checkStorage } from '@adx/core/platform/storage/circuit-breaker';
import { freeBytesWatermark } from '@adx/core/platform/storage/types';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';

const open: { readonly config: FastifyContextConfig } = { config: { access: 'public', acceptsAnyHost: true } };

/** `/healthz`: the process answers. `/readyz`: it can take work, 503 otherwise; says which part cannot. */
export function serveHealth(app: FastifyInstance, services: Services, isDraining: () => boolean): void {
	app.get('/healthz', open, async (_request, reply) =>
		reply.header('cache-control', 'no-store').send({ status: 'ok' }),
	);
	app.get('/readyz', open, async (_request, reply) => {
		const checks = {
			database: await holds(async () => void (await services.db.selectNoFrom((eb) => eb.val(1).as('one')).execute())),
			disk: await holds(async () => {
				if (!(await services.storage.isInPlace())) throw new Error('gone');
				if ((await services.storage.freeBytes()) < freeBytesWatermark) throw new Error('almost full');
				// What it knows from the last few seconds is enough.
				if ((await checkStorage(services)) !== null) throw new Error('takes nothing');
			}),
			accepting: !isDraining(),
		};
		const isReady = Object.values(checks).every(Boolean);
		return reply
			.code(isReady ? 200 : 503)
			.header('cache-control', 'no-store')
			.send({ status: isReady ? 'ready' : 'not ready', checks });
	});
}

const holds = (check: () => Promise<void>) =>
	check().then(
		() => true,
		() => false,
	);

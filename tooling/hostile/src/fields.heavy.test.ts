import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes, readApiSurface } from './api-surface.ts';
import { AttackRunner } from './attack-runner.ts';
import { databasesToAttack } from './attacked-server.ts';
import { everyCallOnce, everyField, everySearchParam } from './attacks/fields.ts';

describe.each(databasesToAttack())('every procedure and route, on the %s database', (database) => {
	let runner: AttackRunner;
	beforeAll(async () => {
		runner = await AttackRunner.start(database);
	});
	afterAll(async () => expect(await runner.end()).toBe(0));

	it.each([everyCallOnce, everyField, everySearchParam])('$name', async (attackOn) => {
		const attack = attackOn(readApiSurface(runner.seed, await listRoutes()));
		expect(await runner.run(attack)).toEqual([]);
	});
});

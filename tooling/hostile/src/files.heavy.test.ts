import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes, readApiSurface } from './api-surface.ts';
import { AttackRunner } from './attack-runner.ts';
import { databasesToAttack } from './attacked-server.ts';
import { everyContentType, uploadAttacks } from './attacks/files.ts';

describe.each(databasesToAttack())('files and bodies, on the %s database', (database) => {
	let runner: AttackRunner;
	beforeAll(async () => {
		runner = await AttackRunner.start(database);
	});
	afterAll(async () => expect(await runner.end()).toBe(0));

	it.each(uploadAttacks)('$name', async (attack) => {
		expect(await runner.run(attack)).toEqual([]);
	});

	it('every content type on every path that takes a body', async () => {
		const attack = everyContentType(readApiSurface(runner.seed, await listRoutes()));
		expect(await runner.run(attack)).toEqual([]);
	});
});

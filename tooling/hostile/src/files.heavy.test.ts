import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyContentType, uploadAttacks } from './attacks/files.ts';
import { databasesToAttack } from './product.ts';
import { Siege } from './siege.ts';
import { listRoutes, readSurface } from './surface.ts';

describe.each(databasesToAttack())('files and bodies, on the %s database', (database) => {
	let siege: Siege;
	beforeAll(async () => {
		siege = await Siege.start(database);
	});
	afterAll(async () => expect(await siege.end()).toBe(0));

	it.each(uploadAttacks)('$name', async (attack) => {
		expect(await siege.run(attack)).toEqual([]);
	});

	it('every content type on every path that takes a body', async () => {
		const attack = everyContentType(readSurface(siege.seed, await listRoutes()));
		expect(await siege.run(attack)).toEqual([]);
	});
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyCallOnce, everyField, everySearchParam } from './attacks/fields.ts';
import { databasesToAttack } from './product.ts';
import { Siege } from './siege.ts';
import { listRoutes, readSurface } from './surface.ts';

describe.each(databasesToAttack())('every procedure and route, on the %s database', (database) => {
	let siege: Siege;
	beforeAll(async () => {
		siege = await Siege.start(database);
	});
	afterAll(async () => expect(await siege.end()).toBe(0));

	it.each([everyCallOnce, everyField, everySearchParam])('$name', async (attackOn) => {
		const attack = attackOn(readSurface(siege.seed, await listRoutes()));
		expect(await siege.run(attack)).toEqual([]);
	});
});

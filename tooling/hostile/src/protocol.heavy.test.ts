import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { socketAttacks } from './attacks/sockets.ts';
import { superjsonAttacks } from './attacks/superjson.ts';
import { databasesToAttack } from './product.ts';
import { Siege } from './siege.ts';

describe.each(databasesToAttack())('what strangers send, on the %s database', (database) => {
	let siege: Siege;
	beforeAll(async () => {
		siege = await Siege.start(database);
	});
	afterAll(async () => expect(await siege.end()).toBe(0));

	it.each([...superjsonAttacks, ...socketAttacks])('$name', async (attack) => {
		expect(await siege.run(attack)).toEqual([]);
	});
});

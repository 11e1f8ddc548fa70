import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floods } from './attacks/floods.ts';
import { mergeBodyAttacks } from './attacks/merge-bodies.ts';
import { databasesToAttack } from './product.ts';
import { Siege } from './siege.ts';

describe.each(databasesToAttack())('what members do much of, on the %s database', (database) => {
	let siege: Siege;
	beforeAll(async () => {
		siege = await Siege.start(database);
	});
	afterAll(async () => expect(await siege.end()).toBe(0));

	it.each([...floods, ...mergeBodyAttacks])('$name', async (attack) => {
		expect(await siege.run(attack)).toEqual([]);
	});
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackRunner } from './attack-runner.ts';
import { databasesToAttack } from './attacked-server.ts';
import { floods } from './attacks/floods.ts';
import { mergeBodyAttacks } from './attacks/merge-bodies.ts';

describe.each(databasesToAttack())('what members do much of, on the %s database', (database) => {
	let runner: AttackRunner;
	beforeAll(async () => {
		runner = await AttackRunner.start(database);
	});
	afterAll(async () => expect(await runner.end()).toBe(0));

	it.each([...floods, ...mergeBodyAttacks])('$name', async (attack) => {
		expect(await runner.run(attack)).toEqual([]);
	});
});

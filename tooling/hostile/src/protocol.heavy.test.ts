import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackRunner } from './attack-runner.ts';
import { databasesToAttack } from './attacked-server.ts';
import { socketAttacks } from './attacks/sockets.ts';
import { superjsonAttacks } from './attacks/superjson.ts';

describe.each(databasesToAttack())('what strangers send, on the %s database', (database) => {
	let runner: AttackRunner;
	beforeAll(async () => {
		runner = await AttackRunner.start(database);
	});
	afterAll(async () => expect(await runner.end()).toBe(0));

	it.each([...superjsonAttacks, ...socketAttacks])('$name', async (attack) => {
		expect(await runner.run(attack)).toEqual([]);
	});
});

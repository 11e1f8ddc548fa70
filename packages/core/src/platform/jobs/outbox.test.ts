import { expect, it } from 'vitest';
import { useTestServices } from '../use-services-testing.ts';
import { startOutboxSweeper } from './outbox.ts';

const test = useTestServices();

it('sweeps the other kinds of jobs where one of them fails', async () => {
	const swept: string[] = [];
	const kind = (name: string, error?: Error) => ({
		sweep: async () => {
			if (error !== undefined) throw error;
			swept.push(name);
		},
	});
	const kinds = [kind('generation', new Error('broken')), kind('merge'), kind('deletion')];
	const sweeper = await startOutboxSweeper(test.services, kinds);
	await sweeper.stop();
	expect(swept).toEqual(['merge', 'deletion']);
});

it('asks a database that is away once a round', async () => {
	let asked = 0;
	const sweep = async () => {
		asked += 1;
		throw Object.assign(new Error('lost'), { code: '57P01' });
	};
	const sweeper = await startOutboxSweeper(test.services, [{ sweep }, { sweep }]);
	await sweeper.stop();
	expect(asked).toBe(1);
});
